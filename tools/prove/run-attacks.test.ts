import { expect, test } from 'vitest'
import type { Attack } from './attack.ts'
import { runAttacks, writeSummary } from './run-attacks.ts'

const attacks: Attack[] = [
  { name: 'held', proves: 'nothing', run: async ({ rounds }) => ({ rounds, violations: [] }) },
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
  expect(summary).toContain('seed 7')
})
