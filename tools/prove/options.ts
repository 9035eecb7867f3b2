import { parseArgs } from 'node:util'
import type { Attack } from './lib/attack.ts'

export type Options = { rounds: number; seed: number; attacks: readonly Attack[] }

/** The command line is invalid. The message is for the person who typed it. */
export class UsageError extends Error {}

const ROUNDS = 50

export const usage = (attacks: readonly Attack[]): string =>
  [
    'usage: npm run prove -- [--rounds NUMBER] [--seed NUMBER] [ATTACK …]',
    `  --rounds NUMBER  how often each attack is repeated (${ROUNDS})`,
    '  --seed NUMBER    repeats the choices of an earlier run (by default a new seed, which the summary names)',
    '',
    'attacks:',
    ...attacks.map(({ name, proves }) => `  ${name}: ${proves}`),
  ].join('\n')

const wholeNumber = (option: string, value: string, least: number): number => {
  const number = Number(value)
  if (value.trim() === '' || !Number.isSafeInteger(number) || number < least)
    throw new UsageError(`--${option}: ${value} is not a whole number from ${least}`)
  return number
}

/** Reads the command line. Null for --help. Throws UsageError. */
export const readOptions = (args: readonly string[], attacks: readonly Attack[], newSeed: number): Options | null => {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const unknown = positionals.find((name) => attacks.every((attack) => attack.name !== name))
  if (unknown !== undefined) throw new UsageError(`Unknown attack: ${unknown}`)
  return {
    rounds: values.rounds === undefined ? ROUNDS : wholeNumber('rounds', values.rounds, 1),
    seed: values.seed === undefined ? newSeed : wholeNumber('seed', values.seed, 0),
    attacks: positionals.length === 0 ? attacks : attacks.filter(({ name }) => positionals.includes(name)),
  }
}

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: 'string' },
        seed: { type: 'string' },
        help: { type: 'boolean' },
        // tools/prove.mjs adds this argument; see onParentGone.
        'stop-with-stdin': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
