import { expect, test } from 'vitest'
import type { Attack } from './lib/attack.ts'
import { runAttacks, writeSummary } from './run-attacks.ts'

const attacks: Attack[] = [
  { name: 'held', proves: 'nothing', run: async ({ rounds }) => ({ rounds, violations: [], summary: ['40 changes'] }) },
  { name: 'broken', proves: 'nothing', run: async ({ rounds, seed }) => ({ rounds, violations: [`round 2 of ${seed}`] }) },
  { name: 'fails', proves: 'nothing', run: () => Promise.reject(new Error('no server')) },
]

test('an attack that fails itself counts as a violation, and the next one still runs', async () => {
  const results = await runAttacks({ attacks: attacks.toReversed(), rounds: 2, seed: 7 }, () => {})
  expect(results.map(({ name, rounds, violations }) => [name, rounds, violations.length])).toEqual([
    ['fails', 0, 1],
    ['broken', 2, 1],
    ['held', 2, 0],
  ])
  const summary = writeSummary(results, 7)
  expect(summary).toContain('round 2 of 7')
  expect(summary).toContain('no server')
  expect(summary).toContain('  40 changes\n')
  expect(summary).toContain('seed 7')
})

test('an attack that this machine cannot run is skipped, and the summary says why', async () => {
  const run: Attack['run'] = () => Promise.reject(new Error('it was run'))
  const impossible: Attack = { name: 'no-disk', proves: 'nothing', run, impossible: () => 'there is no disk' }
  const results = await runAttacks({ attacks: [impossible], rounds: 2, seed: 7 }, () => {})
  expect(results).toMatchObject([{ name: 'no-disk', rounds: 0, violations: [], skipped: 'there is no disk' }])
  expect(writeSummary(results, 7)).toContain('skipped: there is no disk')
})
