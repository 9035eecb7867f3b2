// Runs every attack with a few rounds. `npm run prove` runs more.
import { describe, expect, test } from 'vitest'
import { ATTACKS } from './attacks.ts'

const SEED = 1

describe('attacks', { timeout: 300_000 }, () => {
  test('have unique names', () => {
    expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length)
  })

  test.each(ATTACKS.filter(({ onlyProve }) => !onlyProve))('$name: $proves', async ({ run, fewestRounds }) => {
    const { rounds, violations } = await run({ rounds: fewestRounds ?? 1, seed: SEED, log: () => {} })
    expect(violations).toEqual([])
    expect(rounds).toBeGreaterThan(0)
  })
})
