// Any order of steps with any faults: never more is captured than authorized, nor refunded than captured, and the ledger agrees.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPayments, type TestPayments, valueOf, VISA } from '../../test/payments.ts'
import type { PaymentIntent, Refund } from '../ports/payments.ts'

const RUNS = 30
let opened: TestPayments

beforeAll(async () => {
  opened = await openTestPayments()
})
afterAll(() => opened.close())

const step = fc.record({
  operation: fc.oneof(
    { weight: 4, arbitrary: fc.constant('authorize' as const) },
    { weight: 5, arbitrary: fc.constant('capture' as const) },
    { weight: 6, arbitrary: fc.constant('refund' as const) },
    { weight: 2, arbitrary: fc.constant('cancel' as const) },
    { weight: 1, arbitrary: fc.constant('kill' as const) },
  ),
  fault: fc.option(fc.constantFrom('error_before', 'error_after', 'no_reply_after', 'delay', 'duplicate', 'reorder'), {
    freq: 2,
  }),
  /** The number of the payment, the newest first. */
  of: fc.nat(1),
  amount: fc.integer({ min: 50, max: 400 }),
  /** Whether the call is repeated with the same key, whatever the answer was. */
  again: fc.boolean(),
  /** Whether the next step begins before this one has its answer. */
  alongside: fc.boolean(),
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const plain = (operation: Step['operation'], more: Partial<Step> = {}): Step => ({
  operation,
  fault: null,
  of: 0,
  amount: 100,
  again: false,
  alongside: false,
  ...more,
})
/** Sequences that random runs may not reach. The newest payment is number 0. */
const EVERY_OUTCOME: Step[] = [
  plain('authorize'),
  plain('capture', { amount: 300 }),
  plain('capture', { fault: 'error_before' }),
  plain('capture'),
  plain('refund', { amount: 60 }),
  plain('refund', { amount: 60 }),
  plain('refund', { amount: 1, fault: 'error_after' }),
  plain('cancel'),
  plain('authorize', { fault: 'error_after' }),
  plain('cancel'),
]

test('money is neither made nor lost', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (steps) => {
      const { hasty, payments } = opened
      await opened.sandbox().clearFaults()
      const customerId = await opened.newCustomer()
      const run = opened.newKey()
      const intents = async () =>
        valueOf<readonly PaymentIntent[]>(await payments.findIntents({ customerId, since: new Date(), metadata: { run } }))
      const under = { alongside: [] as Promise<unknown>[] }
      for (const { operation, fault, of, amount, again, alongside } of steps) {
        if (operation === 'kill') {
          await Promise.all(under.alongside)
          if (of === 0) await opened.restart()
          continue
        }
        const { id } = (await intents())[of] ?? { id: 'pi_none' }
        const payment = await opened.payment(VISA, { customerId, amount: amount * 2, metadata: { run } })
        const key = opened.newKey()
        const calls = {
          authorize: () => hasty.authorize(payment, key),
          capture: () => hasty.capture(id, amount, key),
          refund: () => hasty.refund({ intentId: id, amount, metadata: { run } }, key),
          cancel: () => hasty.cancel(id, key),
        }
        if (fault !== null && operation !== 'cancel') await opened.sandbox().setFault({ operation, fault, times: 1, ms: 40 })
        const work = (async () => {
          const first = await calls[operation]()
          reached.add(`${operation} ${first.kind}`)
          if (again) await calls[operation]()
        })()
        if (alongside) under.alongside.push(work)
        else await work
      }
      await Promise.all(under.alongside)
      await opened.sandbox().clearFaults()

      const { captures, refunds } = await opened.sandbox().ledger()
      const all = await intents()
      const own = captures.filter(({ metadata }) => metadata.run === run)
      expect(own.map(({ id, amount }) => [id, amount]).toSorted()).toEqual(
        all.flatMap(({ state, captureId, captured }) => (state === 'captured' ? [[captureId, captured]] : [])).toSorted(),
      )
      for (const intent of all) {
        expect(intent.captured).toBeLessThanOrEqual(intent.amount)
        expect(intent.captured > 0).toBe(intent.state === 'captured')
        const given = valueOf<readonly Refund[]>(await payments.listRefunds(intent.id))
        const sum = given.reduce((total, { amount }) => total + amount, 0)
        expect(sum).toBeLessThanOrEqual(intent.captured)
        const ofIntent = refunds.filter(({ capture }) => capture === intent.captureId)
        expect(ofIntent.map(({ id, amount }) => [id, amount]).toSorted()).toEqual(
          given.map(({ id, amount }) => [id, amount]).toSorted(),
        )
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 100_000, examples: [[EVERY_OUTCOME]] },
  )
  expect([...reached]).toEqual(
    expect.arrayContaining([
      'authorize succeeded',
      'authorize unknown',
      'capture succeeded',
      'capture unknown',
      'capture refused',
      'refund succeeded',
      'refund refused',
      'cancel succeeded',
    ]),
  )
})
