import { describe, expect, test } from 'vitest'
import type { Attack } from './lib/attack.ts'
import { readOptions, UsageError } from './options.ts'

const attack = (name: string): Attack => ({ name, proves: 'nothing', run: async ({ rounds }) => ({ rounds, violations: [] }) })
const [one, other] = [attack('one'), attack('other')]
const read = (...args: string[]) => readOptions(args, [one, other], 7)

describe('the command line of prove', () => {
  test.each([
    { args: [], options: { rounds: 50, seed: 7, attacks: [one, other] } },
    { args: ['--rounds', '3', '--seed', '0'], options: { rounds: 3, seed: 0, attacks: [one, other] } },
    { args: ['other'], options: { rounds: 50, seed: 7, attacks: [other] } },
    { args: ['--help'], options: null },
  ])('$args', ({ args, options }) => expect(read(...args)).toEqual(options))

  test.each([['none'], ['--rounds', '0'], ['--rounds', 'many'], ['--seed', '-1'], ['--unknown']])('refuses %s %s', (...args) =>
    expect(() => read(...args)).toThrow(UsageError),
  )
})
