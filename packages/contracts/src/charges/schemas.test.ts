import { describe, expect, test } from 'vitest'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import {
  chargeChangeBodySchema,
  chargeChangeQuerySchema,
  newDirectChargeSchema,
  newRecurrentChargeSchema,
  planChargeBodySchema,
} from './schemas.ts'
import { DIRECT_STATES, RECURRENT_STATES, RECURRENT_STATUSES } from './states.ts'

const recurrent = { name: 'Pro', price: 900 }
const direct = { name: 'Credits', price: 900 }

describe('what an application asks to be paid', () => {
  test('is monthly, for the whole licence, without a trial and no test, unless it says otherwise', () => {
    expect(verdictOf(newRecurrentChargeSchema, recurrent)).toEqual({
      taken: { ...recurrent, return_url: null, trial_days: 0, per_account: false, months: 1, test: false },
    })
    expect(verdictOf(newDirectChargeSchema, direct)).toEqual({
      taken: { ...direct, quantity: 1, return_url: null, per_account: false, test: false },
    })
  })

  test.each<[string, object, string[]]>([
    ['the smallest price', { price: 50 }, []],
    ['less', { price: 49 }, ['price']],
    ['the largest price', { price: 99_999_999 }, []],
    ['more', { price: 100_000_000 }, ['price']],
    ['a price as text', { price: '900' }, ['price']],
    ['half a cent', { price: 900.5 }, ['price']],
    ['no price', { price: undefined }, ['price']],
    ['an empty name', { name: '  ' }, ['name']],
    ['a name that nobody sees', { name: '\u200b\u2060' }, ['name']],
    ['a name with a NUL', { name: 'Pro\u0000' }, ['name']],
    ['a name that turns what is beside it around', { name: 'Pro \u202e00.1$' }, ['name']],
    ['a name of one emoji', { name: '🚀' }, []],
    ['a name of 160 letters', { name: letters(160) }, []],
    ['a longer name', { name: letters(161) }, ['name']],
    ['an address of 2,000 letters', { return_url: letters(2_000) }, []],
    ['a longer one', { return_url: letters(2_001) }, ['return_url']],
    ['no address', { return_url: null }, []],
    ['a test', { test: true }, []],
    ['a test as text', { test: 'true' }, ['test']],
    ['for each agent', { per_account: true }, []],
    ['an empty client', { order_client_id: '' }, ['order_client_id']],
    ['a client of 101 letters', { order_client_id: letters(101) }, ['order_client_id']],
  ])('of both kinds: %s', (_, change, refused) => {
    expect(refusedWith(newRecurrentChargeSchema, recurrent, change)).toEqual(refused)
    expect(refusedWith(newDirectChargeSchema, direct, change)).toEqual(refused)
  })

  test.each<[string, object, string[]]>([
    ['twelve months', { months: 12 }, []],
    ['thirteen', { months: 13 }, ['months']],
    ['no month', { months: 0 }, ['months']],
    ['half a month', { months: 0.5 }, ['months']],
    ['a trial of a year', { trial_days: 365 }, []],
    ['a longer trial', { trial_days: 366 }, ['trial_days']],
    ['a trial that is over', { trial_days: -1 }, ['trial_days']],
  ])('regularly: %s', (_, change, refused) => expect(refusedWith(newRecurrentChargeSchema, recurrent, change)).toEqual(refused))

  test.each<[string, object, string[]]>([
    ['ten thousand units', { quantity: 10_000 }, []],
    ['one more', { quantity: 10_001 }, ['quantity']],
    ['no unit', { quantity: 0 }, ['quantity']],
    ['a part of one', { quantity: 1.5 }, ['quantity']],
  ])('once: %s', (_, change, refused) => expect(refusedWith(newDirectChargeSchema, direct, change)).toEqual(refused))

  test.each(['commission_percent', 'status', 'seller_client_id', 'buyer_organization_id', 'taxes'])(
    'does not contain %s, which the server decides',
    (field) => {
      for (const [schema, body] of [
        [newRecurrentChargeSchema, recurrent],
        [newDirectChargeSchema, direct],
      ] as const) {
        const verdict = verdictOf(schema, { ...body, [field]: 0 })
        expect('taken' in verdict && Object.keys(verdict.taken as object)).not.toContain(field)
      }
    },
  )

  test('of a plan needs only the plan', () => {
    expect(verdictOf(planChargeBodySchema, { plan_id: 'p' })).toEqual({ taken: { plan_id: 'p' } })
    expect(refusedWith(planChargeBodySchema, {}, {})).toEqual(['plan_id'])
    expect(refusedWith(planChargeBodySchema, {}, { plan_id: '' })).toEqual(['plan_id'])
  })
})

describe('a change of a subscription', () => {
  const agreed = { as_of: '2026-11-22T10:00:00.000Z', checksum: '0'.repeat(64), quantity: 3 }

  test.each<[string, object, string[]]>([
    ['as it was shown', {}, []],
    ['of the plan alone', { quantity: undefined, plan_id: 'year' }, []],
    ['of neither', { quantity: undefined }, []],
    ['without its checksum', { checksum: undefined }, ['checksum']],
    ['with half a checksum', { checksum: '0'.repeat(63) }, ['checksum']],
    ['with one in capitals', { checksum: 'A'.repeat(64) }, ['checksum']],
    ['without its instant', { as_of: undefined }, ['as_of']],
    ['with a day', { as_of: '2026-11-22' }, ['as_of']],
    ['to the second', { as_of: '2026-11-22T10:00:00Z' }, ['as_of']],
    ['in another zone', { as_of: '2026-11-22T10:00:00.000+01:00' }, ['as_of']],
    ['for nobody', { quantity: 0 }, ['quantity']],
    ['for too many', { quantity: 10_001 }, ['quantity']],
    ['to no plan', { plan_id: '' }, ['plan_id']],
  ])('is agreed to %s', (_, change, refused) => expect(refusedWith(chargeChangeBodySchema, agreed, change)).toEqual(refused))

  test('is previewed with a quantity from the address', () => {
    expect(verdictOf(chargeChangeQuerySchema, { quantity: '12' })).toEqual({ taken: { quantity: 12 } })
    expect(verdictOf(chargeChangeQuerySchema, {})).toEqual({ taken: {} })
    for (const quantity of ['0', '-1', '1.5', 'many', '10001'])
      expect(refusedWith(chargeChangeQuerySchema, {}, { quantity })).toEqual(['quantity'])
  })
})

describe('the states of charges', () => {
  test('are unique, and contain the published ones', () => {
    for (const states of [RECURRENT_STATES, RECURRENT_STATUSES, DIRECT_STATES])
      expect(new Set<string>(states).size).toBe(states.length)
    expect(RECURRENT_STATUSES).toEqual(expect.arrayContaining(['pending', 'active', 'cancelled']))
    expect(DIRECT_STATES).toEqual(expect.arrayContaining(['pending', 'success']))
  })
})
