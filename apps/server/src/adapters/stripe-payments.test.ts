// The adapter with the official library, and the sandbox as a separate process.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPayments, type TestPayments, valueOf } from '../../test/payments.ts'
import type { Sandbox } from '../../../payments-sandbox/test/start-sandbox.ts'
import { withoutNetwork } from '../core/no-network.ts'
import type { Dispute, NewPayment, PaymentIntent, PaymentPage, Payments, Refund } from '../ports/payments.ts'
import { openStripePayments } from './stripe-payments.ts'

let opened: TestPayments
let sandbox: Sandbox
let payments: Payments
let customerId: string

beforeAll(async () => {
  opened = await openTestPayments()
  payments = opened.payments
  sandbox = opened.sandbox()
})
afterAll(() => opened.close())
beforeEach(async () => {
  customerId = await opened.newCustomer()
})

const newKey = () => opened.newKey()
const authorize = async (number: string, more: Partial<NewPayment> = {}) =>
  payments.authorize(await opened.payment(number, { customerId, ...more }), newKey())
const authorized = (number?: string, more?: Partial<NewPayment>) => opened.authorized(number, { customerId, ...more })
/** A payment of the test's customer with an existing card. */
const payWith = async (cardId: string, more: Partial<NewPayment> = {}) => {
  const payment = { amount: 2_000, currency: 'usd', description: 'Two seats', metadata: {}, saveCard: false, ownerAway: false }
  return payments.authorize({ customerId, cardId, ...payment, ...more }, newKey())
}
const captures = async (id: string | null) => (await sandbox.ledger()).captures.filter((capture) => capture.id === id)

describe('a payment', () => {
  test.each(['4242 4242 4242 4242', '5555 5555 5555 4444', '3782 822463 10005'])(
    'of %s is authorized, captured in part, refunded',
    async (number) => {
      const intent = await authorized(number)
      expect(intent).toMatchObject({ state: 'authorized', amount: 2_000, captured: 0, customerId, currency: 'usd' })
      expect(await captures(intent.captureId)).toEqual([])
      const captured = valueOf(await payments.capture(intent.id, 1_500, newKey()))
      expect(captured).toMatchObject({ state: 'captured', captured: 1_500, captureId: intent.captureId })
      const refund = valueOf(await payments.refund({ intentId: intent.id, amount: 500, metadata: { refund: 'r' } }, newKey()))
      expect(refund).toMatchObject({ state: 'succeeded', amount: 500, captureId: intent.captureId, intentId: intent.id })
      expect(await payments.readRefund(refund.id)).toEqual({ kind: 'succeeded', value: refund })
      expect(await payments.listRefunds(intent.id)).toEqual({ kind: 'succeeded', value: [refund] })
      const ledger = await sandbox.ledger()
      expect(ledger.captures.filter(({ id }) => id === intent.captureId)).toEqual([
        {
          id: intent.captureId,
          amount: 1_500,
          currency: 'usd',
          idempotencyKey: expect.stringMatching(/^key-/),
          metadata: intent.metadata,
          at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ])
      expect(ledger.refunds.filter(({ capture }) => capture === intent.captureId)).toEqual([
        { id: refund.id, capture: intent.captureId, amount: 500, at: expect.any(String) },
      ])
    },
  )

  test('is captured once, refunded no more than was captured, and canceled only before', async () => {
    const intent = await authorized()
    expect(await payments.capture(intent.id, 2_001, newKey())).toEqual({ kind: 'refused', code: 'amount_too_large' })
    valueOf(await payments.capture(intent.id, 1_000, newKey()))
    expect(await payments.capture(intent.id, 1_000, newKey())).toEqual({
      kind: 'refused',
      code: 'payment_intent_unexpected_state',
    })
    expect(await payments.cancel(intent.id, newKey())).toEqual({ kind: 'refused', code: 'payment_intent_unexpected_state' })
    const refund = (amount: number) => payments.refund({ intentId: intent.id, amount, metadata: {} }, newKey())
    expect(await refund(1_001)).toEqual({ kind: 'refused', code: 'amount_too_large' })
    valueOf(await refund(400))
    valueOf(await refund(600))
    expect(await refund(1)).toEqual({ kind: 'refused', code: 'charge_already_refunded' })
  })

  test('is canceled, and canceled again', async () => {
    const intent = await authorized()
    expect(valueOf(await payments.cancel(intent.id, newKey()))).toMatchObject({ state: 'canceled', captureId: null })
    expect(valueOf(await payments.cancel(intent.id, newKey()))).toMatchObject({ state: 'canceled' })
    expect(await payments.capture(intent.id, 2_000, newKey())).toEqual({
      kind: 'refused',
      code: 'payment_intent_unexpected_state',
    })
  })

  test('expires when nobody captures it', async () => {
    const intent = await authorized()
    await sandbox.control('POST', '/_sandbox/authorizations/expire', { payment_intent: intent.id })
    expect(valueOf(await payments.readIntent(intent.id))).toMatchObject({ state: 'canceled' })
  })

  test.each([
    ['4000 0000 0000 0002', 'generic_decline', false],
    ['4000 0000 0000 9995', 'insufficient_funds', false],
    ['4000 0000 0000 0069', 'expired_card', true],
    ['4000 0000 0000 9987', 'lost_card', true],
    ['4000 0000 0000 9979', 'stolen_card', true],
    ['4000 0000 0000 0341', 'generic_decline', false],
  ])('of %s is declined: %s', async (number, code, final) => {
    const outcome = await authorize(number)
    expect(outcome).toEqual({ kind: 'declined', code, final, intentId: expect.stringMatching(/^pi_/) })
    const { intentId } = outcome as { intentId: string }
    expect(valueOf(await payments.readIntent(intentId))).toMatchObject({ state: 'open', captureId: null, cardId: null })
    expect(valueOf(await payments.cancel(intentId, newKey()))).toMatchObject({ state: 'canceled' })
  })

  test('is declined at the capture, and then nothing is left to capture', async () => {
    const intent = await authorized('4000 0000 0000 4210')
    expect(await payments.capture(intent.id, 2_000, newKey())).toMatchObject({ kind: 'declined', intentId: intent.id })
    expect(valueOf(await payments.readIntent(intent.id))).toMatchObject({ state: 'canceled' })
    expect(await captures(intent.captureId)).toEqual([])
  })

  test('of a number that no test card has is refused before it is kept', async () => {
    await expect(sandbox.enterCard('4111 1111 1111 1111')).rejects.toThrow('card_declined')
    await expect(sandbox.enterCard('4242 4242 4242 4241')).rejects.toThrow('incorrect_number')
    await expect(sandbox.enterCard('4242 4242 4242 4242', { month: '10', year: '2026' })).rejects.toThrow('invalid_expiry_year')
  })

  test('is the customer’s own, and unknown ones are refused', async () => {
    const cardId = await sandbox.enterCard('4242424242424242')
    valueOf(await payWith(cardId, { saveCard: true }))
    const other = await opened.newCustomer()
    expect(await payWith(cardId, { customerId: other })).toMatchObject({ kind: 'refused' })
    expect(await payments.readIntent('pi_unknown')).toEqual({ kind: 'refused', code: 'resource_missing' })
  })
})

describe('3-D Secure', () => {
  test('completed, the payment is authorized', async () => {
    const asked = await authorize('4000 0027 6000 3184')
    expect(asked).toMatchObject({ kind: 'action_required', value: { state: 'challenge', captureId: null } })
    const intent = (asked as { value: PaymentIntent }).value
    expect(await payments.capture(intent.id, 2_000, newKey())).toMatchObject({ kind: 'refused' })
    await sandbox.answerChallenge(intent.clientSecret, 'complete')
    expect(valueOf(await payments.readIntent(intent.id))).toMatchObject({ state: 'authorized' })
    valueOf(await payments.capture(intent.id, 2_000, newKey()))
  })

  test('failed, the payment is open again and nothing is authorized', async () => {
    const intent = ((await authorize('4000 0027 6000 3184')) as { value: PaymentIntent }).value
    await sandbox.answerChallenge(intent.clientSecret, 'fail')
    expect(valueOf(await payments.readIntent(intent.id))).toMatchObject({ state: 'open', captureId: null, cardId: null })
  })

  test('completed with a card that has no money is declined', async () => {
    const intent = ((await authorize('4000 0084 0000 1629')) as { value: PaymentIntent }).value
    await sandbox.answerChallenge(intent.clientSecret, 'complete')
    expect(valueOf(await payments.readIntent(intent.id))).toMatchObject({ state: 'open', captureId: null })
  })

  test('abandoned, the intent is canceled and the challenge answers nothing any more', async () => {
    const intent = ((await authorize('4000 0027 6000 3184')) as { value: PaymentIntent }).value
    const { body } = await sandbox.call('GET', `/v1/payment_intents/${intent.id}`, { client_secret: intent.clientSecret })
    const { source } = (body.next_action as { use_stripe_sdk: { source: string } }).use_stripe_sdk
    expect(valueOf(await payments.cancel(intent.id, newKey()))).toMatchObject({ state: 'canceled' })
    const late = await fetch(`${sandbox.url}/challenge/${source}`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
    })
    expect(late.status).toBe(404)
    expect(valueOf(await payments.readIntent(intent.id))).toMatchObject({ state: 'canceled', captureId: null })
  })

  test('with the owner away it is declined, unless the card was set up and does not ask each time', async () => {
    const declined = { kind: 'declined', code: 'authentication_required', final: true }
    expect(await authorize('4000 0027 6000 3184', { ownerAway: true })).toMatchObject(declined)
    expect(await authorize('4000 0025 0000 3155', { ownerAway: true })).toMatchObject(declined)

    const cardId = await sandbox.enterCard('4000 0025 0000 3155')
    const first = await payWith(cardId, { saveCard: true })
    await sandbox.answerChallenge((first as { value: PaymentIntent }).value.clientSecret, 'complete')
    const renewal = await payWith(cardId, { ownerAway: true })
    expect(valueOf<PaymentIntent>(renewal)).toMatchObject({ state: 'authorized', cardId })
  })
})

describe('a card', () => {
  const start = async () => valueOf(await payments.startCardSetup({ customerId, metadata: {} }, newKey()))
  const confirm = async (setup: { id: string; clientSecret: string }, number: string) =>
    sandbox.call('POST', `/v1/setup_intents/${setup.id}/confirm`, {
      client_secret: setup.clientSecret,
      payment_method: await sandbox.enterCard(number),
    })

  test('is saved in the browser, listed, charged while its owner is away, and detached', async () => {
    const setup = await start()
    expect(setup).toMatchObject({ state: 'open', customerId, cardId: null })
    expect((await confirm(setup, '5555555555554444')).body).toMatchObject({ status: 'succeeded' })
    const { cardId } = valueOf(await payments.readCardSetup(setup.id))
    const card = { brand: 'mastercard', firstSix: '555555', lastFour: '4444', expMonth: 12, expYear: 2040 }
    expect(valueOf(await payments.listCards(customerId))).toEqual([{ id: cardId, ...card }])
    expect(valueOf(await payments.readCard(String(cardId)))).toEqual({ id: cardId, ...card })
    valueOf(await payWith(String(cardId), { ownerAway: true }))
    valueOf(await payments.detachCard(String(cardId), newKey()))
    valueOf(await payments.detachCard(String(cardId), newKey()))
    expect(valueOf(await payments.listCards(customerId))).toEqual([])
    expect(await payWith(String(cardId))).toMatchObject({ kind: 'refused' })
  })

  test('that asks for 3-D Secure is saved once that is done; a declined one is not', async () => {
    const asking = await start()
    await confirm(asking, '4000002760003184')
    expect(valueOf(await payments.readCardSetup(asking.id))).toMatchObject({ state: 'challenge' })
    await sandbox.answerChallenge(asking.clientSecret, 'complete')
    expect(valueOf(await payments.readCardSetup(asking.id))).toMatchObject({ state: 'saved', cardId: expect.any(String) })
    const declined = await start()
    expect((await confirm(declined, '4000000000000002')).status).toBe(402)
    expect(valueOf(await payments.readCardSetup(declined.id))).toMatchObject({ state: 'open', cardId: null })
    expect(valueOf(await payments.listCards(customerId))).toHaveLength(1)
  })

  test('that the browser entered is saved with the call that begins it, and the same key tells the state at that call', async () => {
    const setUp = async (number: string, key = newKey()) =>
      payments.startCardSetup({ customerId, cardId: await sandbox.enterCard(number), metadata: {} }, key)
    expect(await setUp('5555555555554444')).toMatchObject({ kind: 'succeeded', value: { state: 'saved', customerId } })
    expect(await setUp('4000000000000002')).toMatchObject({ kind: 'declined', code: 'generic_decline' })
    const asking = { customerId, cardId: await sandbox.enterCard('4000002760003184'), metadata: {} }
    const key = newKey()
    const asked = await payments.startCardSetup(asking, key)
    if (asked.kind !== 'action_required') throw new Error(asked.kind)
    await sandbox.answerChallenge(asked.value.clientSecret, 'complete')
    expect(await payments.startCardSetup(asking, key)).toEqual(asked)
    expect(valueOf(await payments.readCardSetup(asked.value.id))).toMatchObject({ state: 'saved', cardId: asking.cardId })
    expect(await payments.startCardSetup({ ...asking, cardId: 'pm_unknown' }, newKey())).toMatchObject({ kind: 'refused' })
  })

  test('of the test mode is a new one at each use, and nobody enters it', async () => {
    const setUp = async () => {
      const setup = valueOf(await payments.startCardSetup({ customerId, cardId: 'pm_card_visa', metadata: {} }, newKey()))
      return (setup as { cardId: string | null }).cardId
    }
    const [first, second] = [await setUp(), await setUp()]
    expect(first).not.toBe(second)
    expect(valueOf(await payments.readCard(String(first)))).toMatchObject({ brand: 'visa', firstSix: '424242', lastFour: '4242' })
  })

  test('that fails when charged can be saved, and is declined at the renewal', async () => {
    const setup = await start()
    await confirm(setup, '4000000000000341')
    const { cardId } = valueOf(await payments.readCardSetup(setup.id))
    const renewal = await payWith(String(cardId), { ownerAway: true })
    expect(renewal).toMatchObject({ kind: 'declined', final: false })
  })

  test('used once without being saved cannot be used again', async () => {
    const { cardId } = await authorized()
    expect(await payWith(String(cardId))).toEqual({
      kind: 'refused',
      code: 'payment_method_unexpected_state',
    })
  })
})

describe('refunds and disputes that happen at the provider', () => {
  test('a refund that its bank gives back is no refund', async () => {
    const intent = await authorized('4000 0000 0000 5126')
    valueOf(await payments.capture(intent.id, 2_000, newKey()))
    const refund = valueOf(await payments.refund({ intentId: intent.id, amount: 700, metadata: {} }, newKey()))
    expect(refund.state).toBe('succeeded')
    expect(valueOf(await payments.readRefund(refund.id)).state).toBe('failed')
    expect((await sandbox.ledger()).refunds.filter(({ id }) => id === refund.id)).toEqual([])
  })

  test('a refund waits and is settled later', async () => {
    const intent = await authorized('4000 0000 0000 7726')
    valueOf(await payments.capture(intent.id, 2_000, newKey()))
    const refund = valueOf(await payments.refund({ intentId: intent.id, amount: 700, metadata: {} }, newKey()))
    expect(refund.state).toBe('pending')
    await sandbox.control('POST', '/_sandbox/refunds/settle', { refund: refund.id, status: 'succeeded' })
    expect(valueOf(await payments.readRefund(refund.id)).state).toBe('succeeded')
  })

  test('a disputed payment cannot be refunded, and the dispute is lost', async () => {
    const intent = await authorized()
    valueOf(await payments.capture(intent.id, 2_000, newKey()))
    const { id } = (await sandbox.control('POST', '/_sandbox/disputes', { charge: intent.captureId })) as { id: string }
    expect(valueOf(await payments.readDispute(id))).toEqual({
      id,
      state: 'open',
      amount: 2_000,
      currency: 'usd',
      captureId: intent.captureId,
    })
    const refund = await payments.refund({ intentId: intent.id, amount: 1, metadata: {} }, newKey())
    expect(refund).toEqual({ kind: 'refused', code: 'charge_disputed' })
    await sandbox.control('POST', '/_sandbox/disputes/close', { dispute: id, status: 'lost' })
    expect(valueOf(await payments.readDispute(id)).state).toBe('lost')
  })
})

describe('the adapter', () => {
  test('finds a customer’s intents by metadata, over several pages, and never another’s', async () => {
    const since = new Date()
    for (let index = 0; index < 3; index += 1)
      await authorized('4242424242424242', { metadata: { attempt: 'wanted', index: String(index) } })
    await authorized('4242424242424242', { metadata: { attempt: 'another' } })
    const find = (metadata: Record<string, string>, customer = customerId) =>
      payments.findIntents({ customerId: customer, since, metadata })
    expect(valueOf(await find({ attempt: 'wanted' })).map(({ metadata }) => metadata.index)).toEqual(['2', '1', '0'])
    expect(valueOf(await find({ attempt: 'wanted', index: '1' }))).toHaveLength(1)
    expect(valueOf(await find({ constructor: 'wanted' }))).toEqual([])
    const other = await opened.newCustomer()
    expect(valueOf(await find({}, other))).toEqual([])
    const later = new Date(Date.now() + 3_600_000)
    expect(valueOf(await payments.findIntents({ customerId, since: later, metadata: {} }))).toEqual([])
  })

  test('reads every page', async () => {
    const cardId = await sandbox.enterCard('4242424242424242')
    valueOf(await payWith(cardId, { saveCard: true }))
    const all = Array.from({ length: 120 }, () => payWith(cardId))
    for (const outcome of await Promise.all(all)) valueOf(outcome)
    const found = valueOf(await payments.findIntents({ customerId, since: new Date(Date.now() - 60_000), metadata: {} }))
    expect(new Set(found.map(({ id }) => id)).size).toBe(121)
  })

  test('pages everything since a time, with the disputes and refunds that somebody made there', async () => {
    const since = new Date(Date.now() - 60_000)
    const intent = valueOf<PaymentIntent>(await payWith(await sandbox.enterCard('4242424242424242')))
    valueOf(await payments.capture(intent.id, intent.amount, newKey()))
    const refund = valueOf<Refund>(await payments.refund({ intentId: intent.id, amount: 60, metadata: {} }, newKey()))
    const { captureId } = valueOf<PaymentIntent>(await payments.readIntent(intent.id))
    const dispute = (await sandbox.control('POST', '/_sandbox/disputes', { charge: captureId, amount: 70 })) as { id: string }
    const found: PaymentIntent[] = []
    let after: string | null = null
    do {
      const page: PaymentPage<PaymentIntent> = valueOf(await payments.pageIntents({ since, after }))
      expect(page.items.length).toBeLessThanOrEqual(100)
      found.push(...page.items)
      after = page.next
    } while (after !== null)
    expect(found[0]).toMatchObject({ id: intent.id, state: 'captured', captured: intent.amount })
    expect(found.length).toBeGreaterThan(121)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    const refunds = valueOf<PaymentPage<Refund>>(await payments.pageRefunds({ since, after: null }))
    expect(refunds.items[0]).toEqual(refund)
    const disputes = valueOf<PaymentPage<Dispute>>(await payments.pageDisputes({ since, after: null }))
    expect(disputes.items[0]).toMatchObject({ id: dispute.id, amount: 70, state: 'open', captureId })
    const later = new Date(Date.now() + 3_600_000)
    expect(valueOf(await payments.pageIntents({ since: later, after: null }))).toEqual({ items: [], next: null })
  })

  test('asks nobody inside a database transaction', async () => {
    const calls: (() => Promise<unknown>)[] = [
      () => payments.createCustomer({ email: 'a@b.test', name: 'A', metadata: {} }, 'k'),
      () => payWith('pm_1'),
      () => payments.capture('pi_1', 1, 'k'),
      () => payments.cancel('pi_1', 'k'),
      () => payments.readIntent('pi_1'),
      () => payments.findIntents({ customerId, since: new Date(), metadata: {} }),
      () => payments.refund({ intentId: 'pi_1', amount: 1, metadata: {} }, 'k'),
      () => payments.readRefund('re_1'),
      () => payments.listRefunds('pi_1'),
      () => payments.readDispute('dp_1'),
      () => payments.pageIntents({ since: new Date(), after: null }),
      () => payments.pageRefunds({ since: new Date(), after: null }),
      () => payments.pageDisputes({ since: new Date(), after: null }),
      () => payments.startCardSetup({ customerId, metadata: {} }, 'k'),
      () => payments.readCardSetup('seti_1'),
      () => payments.readCard('pm_1'),
      () => payments.listCards(customerId),
      () => payments.detachCard('pm_1', 'k'),
    ]
    // All calls except readEvent and close, which use no network.
    expect(calls).toHaveLength(Object.keys(payments).length - 2)
    for (const call of calls)
      await expect(withoutNetwork(call)).rejects.toThrow('payments was called inside a database transaction')
  })

  test('throws for a wrong key, and names neither the key nor the answer', async () => {
    const wrong = openStripePayments({ secretKey: 'sk_test_wrong_secret', webhookSecret: null, sandbox: { port: sandbox.port } })
    const error: unknown = await wrong.readIntent('pi_1').catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('StripeAuthenticationError')
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('wrong_secret')
    wrong.close()
  })
})
