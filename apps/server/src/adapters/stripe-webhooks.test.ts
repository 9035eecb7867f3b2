// Webhooks of the sandbox, received over HTTP and read by the adapter.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../test/harness.ts'
import { openTestPayments, type TestPayments, valueOf, VISA } from '../../test/payments.ts'
import type { PaymentEvent } from '../ports/payments.ts'
import { openStripePayments } from './stripe-payments.ts'

type Delivery = { bytes: Buffer; signature: string; at: number; event: PaymentEvent | null }

let shop: Server
let opened: TestPayments
let received: Delivery[] = []
let status = 200

beforeAll(async () => {
  shop = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const signature = String(request.headers['stripe-signature'])
      if (request.url === '/webhooks/payments')
        received.push({ bytes, signature, at: Date.now(), event: opened.payments.readEvent(bytes, signature) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  opened = await openTestPayments(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await opened.close()
  shop.close()
})
beforeEach(() => {
  received = []
  status = 200
})
afterEach(() => opened.sandbox().clearFaults())

const told = (type: string, id?: string) =>
  received.filter(({ event }) => event?.type === type && (id === undefined || event.about.id === id))
const setFault = (fault: string, times = 1, ms?: number) =>
  opened.sandbox().setFault({ operation: 'webhook', fault, times, ...(ms !== undefined && { ms }) })

describe('an event', () => {
  test('tells of each step, signed, with an id that stays and the object that it is about', async () => {
    const intent = await opened.captured()
    const refund = valueOf<{ id: string }>(
      await opened.payments.refund({ intentId: intent.id, amount: 100, metadata: {} }, opened.newKey()),
    )
    await until(() => told('refund.created').length === 1)
    await until(() => told('payment_intent.succeeded').length === 1)
    expect(told('payment_intent.amount_capturable_updated')[0]?.event?.about).toEqual({ kind: 'intent', id: intent.id })
    expect(told('payment_intent.succeeded')[0]?.event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'payment_intent.succeeded',
      about: { kind: 'intent', id: intent.id },
      createdAt: expect.any(Date),
    })
    await until(() => told('charge.refunded').length === 1)
    expect(told('charge.refunded')[0]?.event?.about).toEqual({ kind: 'intent', id: intent.id })
    expect(told('refund.created')[0]?.event?.about).toEqual({ kind: 'refund', id: refund.id })
    expect(new Set(received.map(({ event }) => event?.id)).size).toBe(received.length)
  })

  test('tells of disputes, 3-D Secure, declines and cards', async () => {
    const intent = await opened.captured()
    const dispute = (await opened.sandbox().control('POST', '/_sandbox/disputes', { charge: intent.captureId })) as { id: string }
    await opened.sandbox().control('POST', '/_sandbox/disputes/close', { dispute: dispute.id, status: 'won' })
    const customerId = await opened.newCustomer()
    const setup = valueOf<{ id: string; clientSecret: string }>(
      await opened.payments.startCardSetup({ customerId, metadata: {} }, opened.newKey()),
    )
    await opened.sandbox().call('POST', `/v1/setup_intents/${setup.id}/confirm`, {
      client_secret: setup.clientSecret,
      payment_method: await opened.sandbox().enterCard('4242424242424242'),
    })
    await opened.payments.authorize(await opened.payment('4000000000000002'), opened.newKey())
    await opened.payments.authorize(await opened.payment('4000002760003184'), opened.newKey())
    await until(() => told('payment_intent.requires_action').length === 1 && told('payment_intent.payment_failed').length === 1)
    await until(() => told('charge.dispute.closed').length === 1 && told('setup_intent.succeeded').length === 1)
    expect(told('charge.dispute.created')[0]?.event?.about).toEqual({ kind: 'dispute', id: dispute.id })
    expect(told('setup_intent.succeeded')[0]?.event?.about).toEqual({ kind: 'card_setup', id: setup.id })
    expect(told('payment_method.attached')[0]?.event?.about.kind).toBe('other')
  })

  test('is read only with the right signature over its very bytes, and while it is fresh', async () => {
    await opened.authorized()
    await until(() => received.length > 0)
    const { bytes, signature } = received[0] as Delivery
    const { readEvent } = opened.payments
    expect(readEvent(bytes, signature)).not.toBeNull()
    expect(readEvent(Buffer.from(`${bytes.toString()} `), signature)).toBeNull()
    expect(readEvent(Buffer.concat([bytes.subarray(0, 20), Buffer.from([0xff]), bytes.subarray(20)]), signature)).toBeNull()
    expect(readEvent(bytes, '')).toBeNull()
    expect(readEvent(bytes, 't=1,v1=00')).toBeNull()
    expect(readEvent(bytes, signature.replace('v1=', 'v0='))).toBeNull()
    const signed = (secret: string, secondsAgo: number) =>
      Stripe.webhooks.generateTestHeaderString({
        payload: bytes.toString(),
        secret,
        timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
      })
    expect(readEvent(bytes, signed(SANDBOX_KEYS.webhook, 290))).not.toBeNull()
    expect(readEvent(bytes, signed(SANDBOX_KEYS.webhook, 310))).toBeNull()
    expect(readEvent(bytes, signed('whsec_of_somebody_else', 0))).toBeNull()
    const without = openStripePayments({ secretKey: SANDBOX_KEYS.secret, webhookSecret: null, sandbox: { port: 9 } })
    expect(without.readEvent(bytes, signature)).toBeNull()
    without.close()
  })

  const WELL_MADE = {
    id: 'evt_1',
    type: 'refund.created',
    created: 1_795_000_000,
    data: { object: { id: 're_1', object: 'refund' } },
  }
  const signedBy = (secret: string, event: unknown) => {
    const payload = JSON.stringify(event)
    return opened.payments.readEvent(Buffer.from(payload), Stripe.webhooks.generateTestHeaderString({ payload, secret }))
  }
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 5],
    ['a text', 'event'],
    ['a list', []],
    ['without an id', { ...WELL_MADE, id: undefined }],
    ['with an id that is a number', { ...WELL_MADE, id: 5 }],
    ['with an id that is too long', { ...WELL_MADE, id: `evt_${'a'.repeat(300)}` }],
    ['with an id that no database takes', { ...WELL_MADE, id: 'evt_\u0000' }],
    ['without a type', { ...WELL_MADE, type: undefined }],
    ['made at no instant', { ...WELL_MADE, created: 1e300 }],
    ['without data', { ...WELL_MADE, data: undefined }],
    ['with data of nothing', { ...WELL_MADE, data: null }],
    ['without an object', { ...WELL_MADE, data: {} }],
    ['of nothing', { ...WELL_MADE, data: { object: null } }],
  ])('is none where it is %s, though it is signed', (_, event) => {
    expect(signedBy(SANDBOX_KEYS.webhook, WELL_MADE)?.about).toEqual({ kind: 'refund', id: 're_1' })
    expect(signedBy(SANDBOX_KEYS.webhook, event)).toBeNull()
  })

  test('may tell of what has no id that can be asked for, or of a kind that is not known here', () => {
    const of = (object: object) =>
      signedBy(SANDBOX_KEYS.webhook, { ...WELL_MADE, type: 'balance.available', data: { object } })?.about
    expect(of({ object: 'balance' })).toEqual({ kind: 'other', id: '' })
    for (const id of ['../customers', 5, null, '\u0000', 'a'.repeat(300)])
      expect(of({ object: 'refund', id })).toEqual({ kind: 'other', id: '' })
    const card = (type: string) =>
      signedBy(SANDBOX_KEYS.webhook, { ...WELL_MADE, type, data: { object: { object: 'payment_method', id: 'pm_1' } } })?.about
        .kind
    expect(['updated', 'automatically_updated', 'attached', 'detached'].map((done) => card(`payment_method.${done}`))).toEqual([
      'card',
      'card',
      'other',
      'other',
    ])
    expect(of({ object: '__proto__', id: 'x' })).toEqual({ kind: 'other', id: 'x' })
    expect(of({ object: 'charge', id: 'ch_1', payment_intent: null })).toEqual({ kind: 'other', id: 'ch_1' })
    expect(of({ object: 'charge', id: 'ch_1', payment_intent: { id: 'pi_1' } })).toEqual({ kind: 'intent', id: 'pi_1' })
  })
})

describe('a webhook', () => {
  const AUTHORIZED = 'payment_intent.amount_capturable_updated'
  /** The events with this id, read late enough that a repeated one would have arrived. */
  const all = async (id: string) => {
    await until(() => told(AUTHORIZED, id).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    return told(AUTHORIZED, id)
  }
  const twice = async (id: string) => {
    await until(() => told(AUTHORIZED, id).length === 2)
    return told(AUTHORIZED, id)
  }

  test('that was accepted does not come again', async () => {
    expect(await all((await opened.authorized()).id)).toHaveLength(1)
  })

  test('that fails before it is sent comes later', async () => {
    await setFault('error_before')
    expect(await all((await opened.authorized()).id)).toHaveLength(1)
  })

  test.each(['error_after', 'no_reply_after', 'duplicate'])('with %s comes twice, and is the same', async (fault) => {
    await setFault(fault)
    const [first, second] = await twice((await opened.authorized()).id)
    expect(second?.event).toEqual(first?.event)
    expect(second?.bytes).toEqual(first?.bytes)
  })

  test('of the customer whom a fault names comes twice, and another’s once', async () => {
    const { payments, newKey } = opened
    const customerOf = async (name: string) => valueOf<string>(await payments.createCustomer({ name, metadata: {} }, newKey()))
    const [mine, others] = [await customerOf('Mine'), await customerOf('Others')]
    await opened.sandbox().setFault({ operation: 'webhook', fault: 'duplicate', customer: 'Mine' })
    const other = await opened.authorized(VISA, { customerId: others })
    const own = await opened.authorized(VISA, { customerId: mine })
    expect(await twice(own.id)).toHaveLength(2)
    expect(await all(other.id)).toHaveLength(1)
  })

  test('that is delayed comes so much later', async () => {
    await setFault('delay', 1, 700)
    const started = Date.now()
    const { id } = await opened.authorized()
    const deliveries = await all(id)
    expect(deliveries).toHaveLength(1)
    expect(Number(deliveries[0]?.at) - started).toBeGreaterThan(690)
  })

  test('that is held back comes after a later one', async () => {
    await setFault('reorder', 1, 1_500)
    const { id } = await opened.authorized()
    valueOf(await opened.payments.capture(id, 2_000, opened.newKey()))
    await until(() => told(AUTHORIZED, id).length === 1)
    const types = received.flatMap(({ event }) => (event?.about.id === id ? [event.type] : []))
    expect(types.indexOf(AUTHORIZED)).toBeGreaterThan(types.indexOf('payment_intent.succeeded'))
  })

  test.each([500, 404, 302])('that is answered with %i comes again until it is accepted', async (answer) => {
    status = answer
    const { id } = await opened.authorized()
    await until(() => told(AUTHORIZED, id).length >= 2)
    status = 200
    const before = told(AUTHORIZED, id).length
    const { length } = await all(id)
    expect(length).toBe(before + 1)
  })

  test('that was not accepted before a kill comes after it', async () => {
    status = 503
    const { id } = await opened.authorized()
    await until(() => told(AUTHORIZED, id).length >= 1)
    received = []
    status = 200
    await opened.restart()
    expect(await all(id)).toHaveLength(1)
  })
})
