// Each fault of the sandbox at each operation: the adapter's answer, and the sandbox's ledger.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../test/harness.ts'
import { openTestPayments, type TestPayments, valueOf, VISA } from '../../test/payments.ts'
import type { NewPayment, Payments } from '../ports/payments.ts'

let opened: TestPayments
let payments: Payments

beforeAll(async () => {
  opened = await openTestPayments()
  payments = opened.payments
})
afterEach(() => opened.sandbox().clearFaults())
afterAll(() => opened.close())

const setFault = (operation: string, fault: string, times = 1, ms?: number) =>
  opened.sandbox().setFault({ operation, fault, times, ...(ms !== undefined && { ms }) })

type Operation = {
  name: string
  /** Prepares the operation. Returns a function that calls it, and one that counts how often it was done. */
  prepare: () => Promise<{ call: (key: string, by?: Payments) => Promise<{ kind: string }>; done: () => Promise<number> }>
}

const authorizedCount = async ({ customerId, metadata }: NewPayment) => {
  const found = await payments.findIntents({ customerId, since: new Date(), metadata })
  return valueOf<{ state: string }[]>(found).filter(({ state }) => state === 'authorized').length
}

const OPERATIONS: readonly Operation[] = [
  {
    name: 'authorize',
    prepare: async () => {
      // The card is saved, so that a second attempt with another key can use it too.
      const payment = await opened.payment(VISA, { saveCard: true })
      return { call: (key, by = payments) => by.authorize(payment, key), done: () => authorizedCount(payment) }
    },
  },
  {
    name: 'capture',
    prepare: async () => {
      const intent = await opened.authorized()
      return {
        call: (key, by = payments) => by.capture(intent.id, 1_500, key),
        done: async () => (await opened.sandbox().ledger()).captures.filter(({ id }) => id === intent.captureId).length,
      }
    },
  },
  {
    name: 'refund',
    prepare: async () => {
      const intent = await opened.captured()
      return {
        call: (key, by = payments) => by.refund({ intentId: intent.id, amount: 300, metadata: {} }, key),
        done: async () => (await opened.sandbox().ledger()).refunds.filter(({ capture }) => capture === intent.captureId).length,
      }
    },
  },
]

const unknown = (reason: string, replayed = false) => ({ kind: 'unknown', reason, replayed })

describe('a fault for the customer of one name', () => {
  const customerOf = async (name: string) =>
    valueOf<string>(await payments.createCustomer({ email: 'buyer@acme.test', name, metadata: {} }, opened.newKey()))
  const breakFor = (operation: string, customer: string) =>
    opened.sandbox().setFault({ operation, fault: 'error_before', customer })

  test.each(['authorize', 'capture', 'refund'])('%s fails for this customer, and for nobody else', async (operation) => {
    const [mine, others] = [await customerOf('Mine'), await customerOf('Others')]
    const calls = await Promise.all(
      [others, mine].map(async (customerId) => {
        if (operation === 'authorize') {
          const payment = await opened.payment(VISA, { customerId })
          return () => payments.authorize(payment, opened.newKey())
        }
        const intent =
          operation === 'capture' ? await opened.authorized(VISA, { customerId }) : await opened.captured(VISA, { customerId })
        return () =>
          operation === 'capture'
            ? payments.capture(intent.id, 1_500, opened.newKey())
            : payments.refund({ intentId: intent.id, amount: 300, metadata: {} }, opened.newKey())
      }),
    )
    await breakFor(operation, 'Mine')
    const [other, own] = [await calls[0]?.(), await calls[1]?.()]
    expect(other).toMatchObject({ kind: 'succeeded' })
    expect(own).toEqual(unknown('provider_error'))
  })

  test('is cleared without the faults of others', async () => {
    const [mine, others] = [await customerOf('Mine'), await customerOf('Others')]
    for (const customer of ['Mine', 'Others']) await breakFor('authorize', customer)
    await opened.sandbox().clearFaults('Mine')
    const pay = async (customerId: string) => payments.authorize(await opened.payment(VISA, { customerId }), opened.newKey())
    expect(await pay(mine)).toMatchObject({ kind: 'succeeded' })
    expect(await pay(others)).toEqual(unknown('provider_error'))
  })
})

describe.each(OPERATIONS)('$name', ({ name, prepare }) => {
  test('error_before: not done, the key repeats the error, a new key does it', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'error_before')
    const key = opened.newKey()
    expect(await call(key)).toEqual(unknown('provider_error'))
    expect(await call(key)).toEqual(unknown('provider_error', true))
    expect(await done()).toBe(0)
    expect(await call(opened.newKey())).toMatchObject({ kind: 'succeeded' })
    expect(await done()).toBe(1)
  })

  test('error_after: done, and only reading says so, because the key repeats the error', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'error_after')
    const key = opened.newKey()
    expect(await call(key)).toEqual(unknown('provider_error'))
    expect(await call(key)).toEqual(unknown('provider_error', true))
    expect(await done()).toBe(1)
  })

  test('no_reply_after, closed: the library asks once more with the same key, and it is done once', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'no_reply_after', 1, 50)
    expect(await call(opened.newKey())).toMatchObject({ kind: 'succeeded' })
    expect(await done()).toBe(1)
  })

  test('no_reply_after, again and again: unknown, and the same key answers later', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'no_reply_after', 2, 50)
    const key = opened.newKey()
    expect(await call(key)).toEqual(unknown('connection'))
    expect(await done()).toBe(1)
    expect(await call(key)).toMatchObject({ kind: 'succeeded' })
    expect(await done()).toBe(1)
  })

  test('no_reply_after, silent: unknown, and the same key answers later', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'no_reply_after')
    const key = opened.newKey()
    expect(await call(key, opened.hasty)).toEqual(unknown('timeout'))
    expect(await call(key)).toMatchObject({ kind: 'succeeded' })
    expect(await done()).toBe(1)
  })

  test('delay: it takes so long, and is done while nobody waits any more', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'delay', 1, 600)
    const started = performance.now()
    expect(await call(opened.newKey())).toMatchObject({ kind: 'succeeded' })
    expect(performance.now() - started).toBeGreaterThan(590)
    expect(await done()).toBe(1)
  })

  test('delay longer than anybody waits: unknown, then done all the same, once', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'delay', 1, 1_200)
    const key = opened.newKey()
    expect(await call(key, opened.hasty)).toEqual(unknown('timeout'))
    expect(await done()).toBe(0)
    expect(await call(key)).toEqual(unknown('in_progress'))
    await until(async () => (await done()) === 1)
    expect(await call(key)).toMatchObject({ kind: 'succeeded' })
    expect(await done()).toBe(1)
  })

  test('duplicate: the request arrives twice, and is done once', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'duplicate')
    expect(await call(opened.newKey())).toMatchObject({ kind: 'succeeded' })
    expect(await done()).toBe(1)
  })

  test('reorder: what was asked later is done earlier', async () => {
    const first = await prepare()
    const second = await prepare()
    await setFault(name, 'reorder', 1, 5_000)
    const order: string[] = []
    const one = first.call(opened.newKey()).then((outcome) => order.push(`first ${outcome.kind}`))
    // The fault counts as used up as soon as the sandbox delays the request.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await first.done()).toBe(0)
    const two = second.call(opened.newKey()).then((outcome) => order.push(`second ${outcome.kind}`))
    await Promise.all([one, two])
    expect(order.toSorted()).toEqual(['first succeeded', 'second succeeded'])
    expect([await first.done(), await second.done()]).toEqual([1, 1])
  })

  test('reorder with nothing after it: it is only late', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'reorder', 1, 300)
    expect(await call(opened.newKey())).toMatchObject({ kind: 'succeeded' })
    expect(await done()).toBe(1)
  })

  test('killed after it was kept and before it was answered: the same key finds it done', async () => {
    const { call, done } = await prepare()
    await setFault(name, 'no_reply_after')
    const key = opened.newKey()
    const waiting = call(key)
    await until(async () => (await done()) === 1)
    // The sandbox must stay away while the library repeats its request.
    await opened.sandbox().kill()
    expect(await waiting).toEqual(unknown('connection'))
    await opened.restart()
    expect(await done()).toBe(1)
    expect(await call(key)).toMatchObject({ kind: 'succeeded' })
    expect(await done()).toBe(1)
  })

  test('a key repeats its answer, refuses other parameters, and is forgotten', async () => {
    const { call, done } = await prepare()
    const key = opened.newKey()
    const first = await call(key)
    expect(await call(key)).toEqual(first)
    const other = await prepare()
    await expect(other.call(key)).rejects.toThrow('StripeIdempotencyError')
    expect(await other.done()).toBe(0)
    await opened.sandbox().control('DELETE', '/_sandbox/keys')
    await call(key)
    // Once the provider has forgotten the key, it repeats the operation, except a capture, which is possible only once.
    expect(await done()).toBe(name === 'capture' ? 1 : 2)
  })
})

describe('whatever happens', () => {
  test('a fault is for its operation, as often as it says, and is cleared', async () => {
    await setFault('capture', 'error_before', 2)
    const intents = [await opened.authorized(), await opened.authorized(), await opened.authorized()]
    const kinds: string[] = []
    for (const { id } of intents) kinds.push((await payments.capture(id, 2_000, opened.newKey())).kind)
    expect(kinds).toEqual(['unknown', 'unknown', 'succeeded'])
    await setFault('capture', 'error_before', 100)
    await opened.sandbox().clearFaults()
    expect(await payments.capture((await opened.authorized()).id, 2_000, opened.newKey())).toMatchObject({ kind: 'succeeded' })
  })

  test('faults outlive a kill', async () => {
    await setFault('refund', 'error_before')
    const intent = await opened.captured()
    await opened.restart()
    const refund = await payments.refund({ intentId: intent.id, amount: 1, metadata: {} }, opened.newKey())
    expect(refund.kind).toBe('unknown')
  })

  test.each([
    {},
    { operation: 'capture' },
    { operation: 'toString', fault: 'delay' },
    { operation: 'capture', fault: 'explode' },
    { operation: 'capture', fault: 'delay', times: -1 },
    { operation: 'capture', fault: 'delay', ms: 1e9 },
  ])('%j is no fault', async (fault) => {
    await expect(opened.sandbox().control('POST', '/_sandbox/faults', fault)).rejects.toThrow('400')
  })

  test('no call takes longer than 10 s', async () => {
    const { id } = await opened.authorized()
    await setFault('capture', 'no_reply_after', 2, 5_000)
    const started = performance.now()
    // The connection is closed after 5 s, and the second try gets no answer either.
    expect(await payments.capture(id, 2_000, opened.newKey())).toEqual(unknown('timeout'))
    // Without a limit for all tries together, this would take more than 20 s: three times the limit of one, and pauses.
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test('an unreachable provider: unknown, not refused', async () => {
    const payment = await opened.payment(VISA)
    await opened.sandbox().kill()
    expect(await payments.authorize(payment, opened.newKey())).toEqual(unknown('connection'))
    await opened.restart()
  })

  test('a change that was acknowledged before a kill is in the ledger after it, once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const intents = await Promise.all(Array.from({ length: 12 }, () => opened.authorized()))
      const acknowledged: string[] = []
      const keys = new Map(intents.map(({ id }) => [id, opened.newKey()]))
      const capture = async (id: string) => {
        const outcome = await payments.capture(id, 2_000, keys.get(id) ?? '')
        if (outcome.kind === 'succeeded') acknowledged.push(outcome.value.captureId ?? '')
        else expect(outcome).toMatchObject({ kind: 'unknown' })
      }
      const all = Promise.all(intents.map(({ id }) => capture(id)))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
      await opened.restart()
      await all
      const kept = (await opened.sandbox().ledger()).captures.map(({ id }) => id)
      expect(kept).toEqual(expect.arrayContaining(acknowledged))
      acknowledged.length = 0
      await Promise.all(intents.map(({ id }) => capture(id)))
      const ids = (await opened.sandbox().ledger()).captures.map(({ id }) => id)
      for (const { captureId } of intents) expect(ids.filter((id) => id === captureId)).toHaveLength(1)
      expect(acknowledged).toHaveLength(intents.length)
    }
  })
})
