import type { Attack } from './lib/attack.ts'
import type { Options } from './options.ts'

export type AttackResult = {
  name: string
  rounds: number
  violations: readonly string[]
  seconds: number
  skipped?: string
  summary?: readonly string[]
}

/** Runs the attacks one after the other. An attack that fails itself counts as a violation, because it proved nothing. */
export const runAttacks = async ({ attacks, rounds, seed }: Options, log: (line: string) => void): Promise<AttackResult[]> => {
  const results: AttackResult[] = []
  for (const attack of attacks) {
    const impossible = attack.impossible?.() ?? null
    if (impossible !== null) {
      log(`${attack.name}: skipped, ${impossible}`)
      results.push({ name: attack.name, rounds: 0, violations: [], seconds: 0, skipped: impossible })
      continue
    }
    log(`${attack.name}: ${attack.proves}`)
    results.push(await runOne(attack, { rounds, seed, log: (line) => log(`  ${line}`) }))
  }
  return results
}

const runOne = async ({ name, run }: Attack, options: Parameters<Attack['run']>[0]): Promise<AttackResult> => {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1_000
  try {
    const { rounds, violations, summary = [] } = await run(options)
    return { name, rounds, violations, summary, seconds: seconds() }
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { name, rounds: 0, violations: [`the attack itself failed: ${why}`], seconds: seconds() }
  }
}

/** A line for each attack, with its violations below it. */
export const writeSummary = (results: readonly AttackResult[], seed: number): string => {
  const width = Math.max(...results.map(({ name }) => name.length), 'attack'.length)
  const row = (name: string, rounds: string, violations: string, seconds: string) =>
    `${name.padEnd(width)}  ${rounds.padStart(6)}  ${violations.padStart(10)}  ${seconds.padStart(7)}`
  return [
    row('attack', 'rounds', 'violations', 'seconds'),
    ...results.flatMap(({ name, rounds, violations, seconds, skipped, summary = [] }) => [
      row(name, String(rounds), String(violations.length), seconds.toFixed(0)),
      ...(skipped === undefined ? [] : [`  skipped: ${skipped}`]),
      ...summary.map((line) => `  ${line}`),
      ...violations.map((violation) => `  ${violation}`),
    ]),
    '',
    `seed ${seed}`,
    '',
  ].join('\n')
}
