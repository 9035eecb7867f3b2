import type { ChargeChangePreview } from '@marketplace/contracts/charges/schemas'
import { describe, expect, test } from 'vitest'
import { changeLabel, isChanged, previewChanges, subscribedText } from './change-texts.ts'

const team = {
  plan_id: 'team',
  plan_name: 'Team',
  per_account: true,
  quantity: 5,
  price: 1_000,
  months: 1,
  each: { net: 5_000, tax: 0, total: 5_000 },
}
const preview = (change: Partial<ChargeChangePreview>): ChargeChangePreview =>
  ({
    begins: 'now',
    before: team,
    after: team,
    now: { net: 1_000, tax: 83, total: 1_083, full: 1_000, credit: 0 },
    next: { ...team, at: '2026-12-01T00:00:00Z' },
    tax: { rate: 8.25, name: 'Sales tax' },
    ...change,
  }) as ChargeChangePreview
const nothing = { net: 0, tax: 0, total: 0, full: 0, credit: 0 }

describe('a change of a subscription', () => {
  test.each([
    ['is paid', {}, 'Change and pay $10.83'],
    ['costs nothing', { now: nothing }, 'Change now, for nothing'],
    ['waits for the renewal', { begins: 'renewal' }, 'Change on Dec 1, 2026'],
    ['is none', { begins: 'never' }, 'Nothing changes'],
  ] as const)('that %s says so on its button', (_, change, text) => {
    expect(changeLabel(preview(change))).toBe(text)
  })
  test('names plan and agents', () => {
    expect(subscribedText(team)).toBe('Team, 5 agents')
    expect(subscribedText({ ...team, per_account: false })).toBe('Team, whole license')
  })
  const large = { ...team, plan_id: 'large', plan_name: 'Large', quantity: 7 }
  const larger = { ...large, at: '2026-12-01T00:00:00Z' }
  const made = { plan_id: 'large', quantity: 7, scheduled: null, payment: 'done' }
  const waits = { plan_id: 'large', quantity: 7, price: 1_000 }
  test.each([
    ['is made', { begins: 'now' }, {}, true],
    ['keeps what was put off', { begins: 'now' }, { scheduled: waits }, true],
    ['is being paid', { begins: 'now' }, { payment: 'processing' }, false],
    ['has another plan yet', { begins: 'now' }, { plan_id: 'team' }, false],
    ['has other agents yet', { begins: 'now' }, { quantity: 5 }, false],
    ['waits for the renewal', { begins: 'renewal' }, { plan_id: 'team', quantity: 5, scheduled: waits }, true],
    ['does not wait for it', { begins: 'renewal' }, { plan_id: 'team', quantity: 5 }, false],
    ['waits with another plan', { begins: 'renewal' }, { scheduled: { ...waits, plan_id: 'small' } }, false],
    ['waits for other agents', { begins: 'renewal' }, { scheduled: { ...waits, quantity: 8 } }, false],
    ['is taken back', { begins: 'never' }, {}, true],
    ['is not taken back', { begins: 'never' }, { scheduled: waits }, false],
  ] as const)('that %s is said to be changed only if the answer has it', (_, change, answer, said) => {
    expect(isChanged(preview({ ...change, after: large, next: larger }), { ...made, ...answer })).toBe(said)
  })
  test('says what has changed since it was shown', () => {
    expect(previewChanges(preview({}), preview({}))).toEqual([])
    const dearer = { ...team, each: { net: 6_000, tax: 0, total: 6_000 }, at: '2026-12-01T00:00:00Z' }
    const after = preview({
      before: { ...team, quantity: 6 },
      now: { ...nothing, total: 900 },
      next: dearer,
      tax: { rate: 9, name: 'Sales tax' },
    })
    expect(previewChanges(preview({}), after)).toEqual([
      'It is for 6 agents now instead of 5.',
      'It costs $9 now instead of $10.83.',
      'From Dec 1, 2026 it costs $60 each month instead of $50 each month.',
      'The tax is 9 % instead of 8.25 %.',
    ])
  })
})
