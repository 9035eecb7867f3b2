import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** The parts of the benchmark, by the names for `--only`. */
export const PARTS = ['typing', 'growth', 'load', 'strangers', 'cold-visit', 'changes', 'my-apps', 'buying', 'memory'] as const
export type Part = (typeof PARTS)[number]

const USAGE = `usage: npm run bench -- [--quick] [--json FILE] [--seed NUMBER] [--large NUMBER] [--only PARTS]
  --quick        small numbers, in two minutes: to see that it works, not to compare
  --json FILE    writes the figures to a file as well
  --seed NUMBER  another invented catalogue (1)
  --large NUMBER applications in the large catalogue (20,000)
  --only PARTS   only these, with commas between them: ${PARTS.join(', ')}`

/** How much is measured. */
export type Scale = {
  /** Applications in the small catalogue and in the large one. */
  small: number
  large: number
  /** Applications in a catalogue of an ordinary size, where typing and memory are measured besides the large one. */
  ordinary: number
  /** The number of names that are typed. */
  names: number
  /** How many seconds applications are rated, with ten ratings each second. */
  changing: number
  rounds: number
  /** Organizations that buy, and how often each of them does. */
  buyers: number
  batches: number
  /** Requests in a round that measures the cost of a page. */
  requests: number
  /** Seconds of a round that counts requests. */
  seconds: number
}

const FULL: Scale = {
  small: 200,
  large: 20_000,
  ordinary: 2_000,
  changing: 15,
  names: 200,
  buyers: 96,
  batches: 8,
  rounds: 7,
  requests: 200,
  seconds: 2,
}
const QUICK: Scale = {
  small: 200,
  large: 2_000,
  ordinary: 1_000,
  changing: 3,
  names: 100,
  buyers: 32,
  batches: 2,
  rounds: 3,
  requests: 60,
  seconds: 0.5,
}

export type Options = { scale: Scale; quick: boolean; json: string | null; seed: number; parts: ReadonlySet<Part> }

/** Reads the command line. Ends the program with an error message if it is invalid. */
export const readOptions = (): Options => {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean' },
        json: { type: 'string' },
        seed: { type: 'string' },
        large: { type: 'string' },
        only: { type: 'string' },
        help: { type: 'boolean' },
        // tools/bench.mjs adds this argument; see onParentGone.
        'stop-with-stdin': { type: 'boolean' },
      },
    })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    const seed = Number(values.seed ?? 1)
    if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`--seed: ${values.seed} is no whole number`)
    const large = values.large === undefined ? undefined : Number(values.large)
    if (large !== undefined && (!Number.isSafeInteger(large) || large < 1_000))
      throw new Error(`--large: ${values.large} is no whole number from 1,000 on`)
    const only = values.only?.split(',') ?? PARTS
    const unknown = only.find((name) => !PARTS.some((part) => part === name))
    if (unknown !== undefined) throw new Error(`--only: there is no part "${unknown}"`)
    const quick = values.quick ?? false
    return {
      scale: { ...(quick ? QUICK : FULL), ...(large !== undefined && { large }) },
      quick,
      json: values.json === undefined ? null : resolve(values.json),
      seed,
      parts: new Set(only as Part[]),
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    process.exit(1)
  }
}
