import { CallError } from '@marketplace/contracts/api/client'
import type { Cart, PurchaseAnswer } from '@marketplace/contracts/carts/schemas'
import { PURCHASE_POLL } from '@marketplace/contracts/carts/texts'
import { describe, expect, test, vi } from 'vitest'
import { CardRefused, ProviderBlocked } from '../buying/provider.ts'
import { payCart } from './pay-cart.ts'
import { type Charge, chargeStatus } from '../../../lib/purchases/charge-status.ts'
import { type ChargeProgress, payCharge } from './pay-charge.ts'
import { paymentFailure } from './payment-failure.ts'
import { pictureAddress, returnAddress } from './return-address.ts'

const cart = (change: Partial<Cart> = {}): Cart => ({ id: 'c', purchasedAt: null, state: 'processing', ...change }) as Cart
const purchased = cart({ purchasedAt: '2026-11-22T10:00:00Z', state: 'purchased' })
const answer = (status: PurchaseAnswer['status'], of = cart()): PurchaseAnswer => ({
  status,
  clientSecret: status === 'action_required' ? 'secret' : null,
  cart: of,
})

const payment = (answers: PurchaseAnswer[], reads: Cart[] = [], confirmed = true) => {
  const pause = vi.fn(async () => {})
  const purchase = vi.fn(async () => answers.shift() ?? answer('processing'))
  const read = vi.fn(async () => reads.shift() ?? cart())
  const challenge = vi.fn(async () => confirmed)
  return { pause, purchase, read, challenge }
}

describe('the purchase of a cart', () => {
  test('that is done is over at once, without another look', async () => {
    const given = payment([answer('purchased', purchased)])
    expect(await payCart(given)).toEqual({ kind: 'over', cart: purchased })
    expect(given.read).not.toHaveBeenCalled()
  })

  test('that is on its way is looked at ten times, 250 ms apart, and then is being processed', async () => {
    const given = payment([answer('processing')])
    expect((await payCart(given)).kind).toBe('processing')
    expect(given.read).toHaveBeenCalledTimes(10)
    expect(given.pause).toHaveBeenCalledTimes(PURCHASE_POLL.times)
    expect(given.pause).toHaveBeenCalledWith(250)
  })

  test('that ends meanwhile is over with the cart as it is then', async () => {
    const given = payment([answer('processing')], [cart(), purchased])
    expect(await payCart(given)).toEqual({ kind: 'over', cart: purchased })
    expect(given.read).toHaveBeenCalledTimes(2)
  })

  test('that is refused meanwhile is over without a purchase', async () => {
    const open = cart({ state: 'open' })
    expect(await payCart(payment([answer('processing')], [open]))).toEqual({ kind: 'over', cart: open })
  })

  test('goes on with a look that fails', async () => {
    const given = payment([answer('processing')])
    given.read.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(purchased)
    expect((await payCart(given)).cart).toBe(purchased)
  })

  test('that a webhook has continued before is looked at until it ends', async () => {
    const ahead = () => new CallError('PRODUCTS_CART_CHECKOUT_STARTED', 409, 'Your cart is currently blocked.')
    const given = payment([], [cart({ lockedByMe: true }), purchased])
    given.purchase.mockResolvedValueOnce(answer('action_required')).mockRejectedValueOnce(ahead())
    expect(await payCart(given)).toEqual({ kind: 'over', cart: purchased })
    // Somebody else has the cart now.
    const taken = payment([], [cart({ state: 'locked', lockedByMe: false })])
    taken.purchase.mockResolvedValueOnce(answer('action_required')).mockRejectedValueOnce(ahead())
    await expect(payCart(taken)).rejects.toMatchObject({ code: 'PRODUCTS_CART_CHECKOUT_STARTED' })
  })

  test('asks the bank, and goes on with the same purchase', async () => {
    const given = payment([answer('action_required'), answer('purchased', purchased)])
    expect((await payCart(given)).kind).toBe('over')
    expect(given.challenge).toHaveBeenCalledWith('secret')
    expect(given.purchase).toHaveBeenCalledTimes(2)
  })

  test('is left where the bank gets no answer', async () => {
    const given = payment([answer('action_required')], [], false)
    expect((await payCart(given)).kind).toBe('left')
    expect(given.purchase).toHaveBeenCalledTimes(1)
  })

  test('does not ask the bank for ever', async () => {
    const given = payment(Array.from({ length: 9 }, () => answer('action_required')))
    expect((await payCart(given)).kind).toBe('left')
    expect(given.challenge).toHaveBeenCalledTimes(3)
  })
})

describe('a charge', () => {
  const charge = (change: object): Charge => ({ id: 'x', ...change }) as Charge
  test.each([
    [{ status: 'accepted', state: 'processed' }, 'running'],
    [{ status: 'accepted', state: 'accepted' }, 'running'],
    [{ status: 'pending', state: 'pending' }, 'waiting'],
    [{ status: 'active', state: 'past_due' }, 'paid'],
    [{ status: 'declined', state: 'declined' }, 'ended'],
    [{ status: 'cancelled', state: 'cancelled' }, 'ended'],
    [{ status: 'cancelled', state: 'cancelled', current_charge_at: null, trial_ends_at: null }, 'ended'],
    [{ status: 'cancelled', state: 'cancelled', current_charge_at: '2026-11-22T10:00:00Z', trial_ends_at: null }, 'over'],
    [{ status: 'cancelled', state: 'cancelled', current_charge_at: null, trial_ends_at: '2026-12-06T10:00:00Z' }, 'over'],
    [{ status: 'success' }, 'paid'],
    [{ status: 'failed' }, 'failed'],
    [{ status: 'declined' }, 'ended'],
    [{ status: 'of a later version' }, 'running'],
  ])('%j is %s', (change, status) => expect(chargeStatus(charge(change))).toBe(status))

  test('is activated again after the bank was asked', async () => {
    const answers = ['action_required', 'done'].map(
      (how) => ({ ...charge({ status: 'active', state: 'active' }), payment: how, client_secret: 'secret' }) as ChargeProgress,
    )
    const activate = vi.fn(async () => answers.shift() as ChargeProgress)
    expect((await payCharge({ activate, challenge: async () => true })).left).toBe(false)
    expect(activate).toHaveBeenCalledTimes(2)
  })

  test('is not asked of the bank again where the bank has refused and another payment has begun', async () => {
    const answers = ['first', 'second'].map(
      (secret) => ({ ...charge({ status: 'active' }), payment: 'action_required', client_secret: secret }) as ChargeProgress,
    )
    const challenge = vi.fn(async () => true)
    const paying = payCharge({ activate: async () => answers.shift() as ChargeProgress, challenge })
    await expect(paying).rejects.toThrow(CardRefused)
    expect(challenge).toHaveBeenCalledTimes(1)
  })
})

test.each([
  [new ProviderBlocked(), /AdBlock/],
  [new CardRefused('Your card has insufficient funds.'), /^Your card has insufficient funds\.$/],
  [new CallError('CARD_DECLINED', 422, 'Unfortunately, …'), /^Unfortunately, …$/],
  [new CallError('PAYMENTS_UNAVAILABLE', 503, 'It looks like …'), /^It looks like …$/],
  [new CallError('UNEXPECTED_ERROR', 500, 'Unexpected error'), /^We're sorry, but there's been an error/],
  [new TypeError('Failed to fetch'), /^We're sorry, but there's been an error/],
])('%s has its own words', (error, said) => expect(paymentFailure(error)).toMatch(said))

test('a session that has ended is said by its own question', () =>
  expect(paymentFailure(new CallError('TOKEN_INVALID', 401, 'x'))).toBeNull())

test.each([
  ['https://app.example/back', 'https://app.example/back?id=x&type=direct_charge'],
  ['http://127.0.0.1:3003/done?id=old&a=1', 'http://127.0.0.1:3003/done?id=x&a=1&type=direct_charge'],
  ['javascript:alert(1)', null],
  ['no address', null],
  [null, null],
])('from %s one comes back to %s', (given, expected) => expect(returnAddress(given, 'x', 'direct_charge')).toBe(expected))

test.each([
  ['https://cdn.example/icon.png', 'https://cdn.example/icon.png'],
  ['http://cdn.example/icon.png', null],
  ['https://user:secret@cdn.example/icon.png', null],
  ['data:image/png;base64,AAAA', null],
  ['javascript:alert(1)', null],
  [`https://cdn.example/${'x'.repeat(2_000)}`, null],
  ['', null],
  [null, null],
])('the picture %s is %s', (given, expected) => expect(pictureAddress(given)).toBe(expected))
