import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { directChargeSchema, recurrentChargeSchema } from '@marketplace/contracts/charges/schemas'
import { DIRECT_STATES, RECURRENT_STATES } from '@marketplace/contracts/charges/states'
import { type Presenting, presentDirect, presentRecurrent } from './present.ts'
import type { DirectRecord, RecurrentRecord } from './records/records.ts'

const AT = new Date('2026-01-31T10:00:00Z')
const common = {
  id: 'charge',
  organizationId: 'acme',
  licenseId: 1,
  accountId: 'ann',
  sellerClientId: 'seller',
  orderClientId: 'order',
  applicationId: null,
  developerId: null,
  planId: null,
  cartId: null,
  name: 'Reports',
  price: 1_000,
  quantity: 3,
  perAccount: false,
  test: false,
  returnUrl: null,
  commissionPercent: 20,
  couponCode: null,
  discount: 0,
  createdAt: AT,
  updatedAt: AT,
  acceptedAt: null,
  archivedAt: null,
}
const recurrent = (more: Partial<RecurrentRecord> = {}) =>
  ({
    kind: 'recurrent_charge',
    ...common,
    state: 'active',
    months: 1,
    trialDays: 0,
    trialEndsAt: null,
    anchorAt: AT,
    settledPeriod: 0,
    cancelledAt: null,
    scheduled: null,
    ...more,
  }) as RecurrentRecord
const direct = (more: Partial<DirectRecord> = {}) =>
  ({ kind: 'direct_charge', ...common, state: 'pending', paidAt: null, ...more }) as DirectRecord
const presenting = (more: Partial<Presenting> = {}): Presenting => ({
  viewer: { trusted: true },
  publicUrl: 'https://shop.test',
  tax: { rate: 0, note: null },
  sold: new Map(),
  paid: new Map(),
  paying: new Map(),
  ...more,
})

describe('the actions of the viewer on a recurrent charge', () => {
  const can = (state: RecurrentRecord['state'], trusted: boolean, planId: string | null = 'plan') =>
    Object.entries(presentRecurrent(recurrent({ state, planId }), presenting({ viewer: { trusted } })).can)
      .filter(([, may]) => may)
      .map(([what]) => what)

  test.each<[RecurrentRecord['state'], string[], string[]]>([
    ['pending', ['accept', 'decline', 'cancel'], ['cancel']],
    ['accepted', ['decline', 'activate', 'cancel'], ['activate', 'cancel']],
    ['processed', ['cancel'], ['cancel']],
    ['active', ['cancel', 'change'], ['cancel']],
    ['past_due', ['cancel'], ['cancel']],
    ['frozen', ['cancel'], ['cancel']],
    ['declined', [], []],
    ['cancelled', [], []],
  ])('%s: in the marketplace %j, an application %j', (state, own, application) => {
    expect(can(state, true)).toEqual(own)
    expect(can(state, false)).toEqual(application)
  })

  test('an application’s own charge cannot be changed to another plan', () => {
    expect(can('active', true, null)).toEqual(['cancel'])
  })
})

describe('the actions of the viewer on a direct charge', () => {
  test.each<[DirectRecord['state'], string[], string[]]>([
    // Activating a pending charge implies the agreement.
    ['pending', ['accept', 'decline', 'activate'], []],
    ['accepted', ['activate'], ['activate']],
    ['processed', [], []],
    ['success', [], []],
    ['failed', [], []],
    ['declined', [], []],
  ])('%s: in the marketplace %j, an application %j', (state, own, application) => {
    const can = (trusted: boolean) =>
      Object.entries(presentDirect(direct({ state }), presenting({ viewer: { trusted } })).can)
        .filter(([, may]) => may)
        .map(([what]) => what)
    expect([can(true), can(false)]).toEqual([own, application])
  })
})

describe('the times of a recurrent charge', () => {
  const times = (more: Partial<RecurrentRecord>) => {
    const { trial_ends_at, cancelled_at, current_charge_at, next_charge_at, entitled_until } = presentRecurrent(
      recurrent(more),
      presenting(),
    )
    return { trial_ends_at, cancelled_at, current_charge_at, next_charge_at, entitled_until }
  }
  const none = { trial_ends_at: null, cancelled_at: null, current_charge_at: null, next_charge_at: null, entitled_until: null }
  const iso = (day: string) => `${day}T10:00:00.000Z`

  test('before it begins: none', () => {
    expect(times({ state: 'pending', anchorAt: null, settledPeriod: -1 })).toEqual(none)
  })

  test('in a trial: its end, which is when it renews', () => {
    const trialEndsAt = new Date('2026-02-14T10:00:00Z')
    expect(times({ anchorAt: trialEndsAt, trialEndsAt, settledPeriod: -1 })).toEqual({
      ...none,
      trial_ends_at: iso('2026-02-14'),
      next_charge_at: iso('2026-02-14'),
    })
  })

  test('paid: since when, and until when', () => {
    expect(times({})).toEqual({ ...none, current_charge_at: iso('2026-01-31'), next_charge_at: iso('2026-02-28') })
    expect(times({ settledPeriod: 1, state: 'past_due' })).toMatchObject({
      current_charge_at: iso('2026-02-28'),
      next_charge_at: iso('2026-03-31'),
    })
  })

  test('frozen: nothing renews by itself', () => {
    expect(times({ state: 'frozen' }).next_charge_at).toBeNull()
  })

  test('cancelled: until the end of what was paid, or from then on', () => {
    const cancelled = (day: string) => times({ state: 'cancelled', cancelledAt: new Date(iso(day)) })
    expect(cancelled('2026-02-10')).toMatchObject({
      cancelled_at: iso('2026-02-10'),
      entitled_until: iso('2026-02-28'),
      next_charge_at: null,
    })
    expect(cancelled('2026-03-10').entitled_until).toBe(iso('2026-03-10'))
    expect(times({ state: 'cancelled', cancelledAt: AT, anchorAt: null, settledPeriod: -1 }).entitled_until).toBeNull()
  })
})

describe('the application of a charge', () => {
  const sold = (more: object = {}) => {
    const found = { id: 'a', slug: 'reports', name: 'Reports & <more>', iconId: 'icon', customProps: {}, ...more }
    return presenting({ sold: new Map([['a', found]]) } as Partial<Presenting>)
  }

  test('is named with its icon, and in the address where the buyer agrees', () => {
    const shown = presentRecurrent(recurrent({ applicationId: 'a' }), sold())
    expect(shown).toMatchObject({
      external_id: 'a',
      application: { id: 'a', slug: 'reports', name: 'Reports & <more>', isService: false },
    })
    const address = new URL(shown.confirmation_url)
    expect(address.origin + address.pathname).toBe('https://shop.test/checkout/charge/charge/recurrent_charge')
    expect(address.searchParams.get('description')).toBe('Reports & <more>')
    expect(address.searchParams.get('icon')).toBe(shown.application?.icon)
    expect(shown.application?.icon).toMatch(/^https:\/\/shop\.test\/.*icon/)
  })

  test('may have no icon, be a service, or be gone', () => {
    expect(presentDirect(direct({ applicationId: 'a' }), sold({ iconId: null })).application?.icon).toBeNull()
    expect(
      presentDirect(direct({ applicationId: 'a' }), sold({ customProps: { isService: 'true' } })).application?.isService,
    ).toBe(true)
    const gone = presentDirect(direct({ applicationId: 'gone' }), sold())
    expect([gone.application, gone.external_id, gone.confirmation_url.endsWith('?icon=&description=')]).toEqual([
      null,
      'gone',
      true,
    ])
  })
})

describe('any charge', () => {
  const money = { price: fc.integer({ min: 50, max: 9_999 }), quantity: fc.integer({ min: 1, max: 10_000 }) }
  const taxRate = fc.constantFrom(0, 8_250, 19_000, 23_000, 100_000)
  const trusted = fc.boolean()

  test('costs its units and the tax on their sum, and is as declared', () => {
    const record = fc.record({
      ...money,
      state: fc.constantFrom(...RECURRENT_STATES),
      months: fc.constantFrom(1, 12),
      settledPeriod: fc.integer({ min: -1, max: 30 }),
      anchorAt: fc.option(fc.constant(AT), { nil: null }),
      cancelledAt: fc.option(fc.constant(AT), { nil: null }),
      scheduled: fc.option(fc.constant({ planId: 'p', quantity: 2, price: 500 }), { nil: null }),
    })
    fc.assert(
      fc.property(record, taxRate, trusted, (more, rate, own) => {
        const shown = presentRecurrent(recurrent(more), presenting({ tax: { rate, note: null }, viewer: { trusted: own } }))
        expect(recurrentChargeSchema.parse(shown)).toEqual(shown)
        const { total_price: total, tax_value: tax, tax_rate: percent } = shown.taxes
        expect(total - tax).toBe(more.price * more.quantity)
        expect(Math.abs(tax - (more.price * more.quantity * rate) / 100_000)).toBeLessThanOrEqual(0.5)
        expect(percent).toBe(rate / 1_000)
        // The billing API has six states. The other states are shown as the nearest of these.
        expect(['processed', 'past_due']).not.toContain(shown.status)
      }),
    )
  })

  test('of the other kind too', () => {
    fc.assert(
      fc.property(fc.record({ ...money, state: fc.constantFrom(...DIRECT_STATES) }), taxRate, trusted, (more, rate, own) => {
        const shown = presentDirect(direct(more), presenting({ tax: { rate, note: null }, viewer: { trusted: own } }))
        expect(directChargeSchema.parse(shown)).toEqual(shown)
        expect([shown.months, shown.trial_days, shown.can.cancel]).toEqual([null, null, false])
      }),
    )
  })
})
