// How the adapter reads unusual answers: unless the provider states that a payment succeeded or failed, the result is unknown.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payments } from '../ports/payments.ts'
import { openStripePayments } from './stripe-payments.ts'

let provider: Server
let payments: Payments
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  provider = createServer((request, response) => {
    request.resume()
    request.on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const sandbox = { port: (provider.address() as AddressInfo).port }
  payments = openStripePayments({
    secretKey: 'sk_test_1',
    webhookSecret: null,
    sandbox,
    patience: { silenceMs: 500, callMs: 1_500 },
  })
})
afterAll(() => {
  payments.close()
  provider.close()
  provider.closeAllConnections()
})

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const intent = (more: object) => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount: 100,
  amount_received: 0,
  created: 1,
  metadata: {},
  ...more,
})
const error = (type: string, more: object = {}) => ({ error: { type, message: 'no', ...more } })
const drip = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 100)
  response.once('close', () => clearInterval(timer))
}
const unknown = (reason: string) => ({ kind: 'unknown', reason, replayed: false })

test.each<[string, (response: ServerResponse) => void, object]>([
  ['a page of a proxy', (response) => void response.writeHead(502).end('<html>Bad gateway'), unknown('provider_error')],
  ['something that is not JSON', (response) => void response.writeHead(200).end('{'), unknown('provider_error')],
  [
    'half an answer',
    (response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('{"id":')
      setTimeout(() => response.destroy(), 50)
    },
    unknown('connection'),
  ],
  ['an answer that never ends', drip, unknown('timeout')],
  ['a closed connection', (response) => void response.destroy(), unknown('connection')],
  ['too many requests', json(429, error('invalid_request_error', { code: 'rate_limit' })), unknown('too_many_requests')],
  ['a key in use', json(409, error('idempotency_error', { code: 'idempotency_key_in_use' })), unknown('in_progress')],
  ['an intent that is processed', json(200, intent({ status: 'processing' })), unknown('in_progress')],
  ['a state that is new', json(200, intent({ status: 'requires_something' })), unknown('in_progress')],
  ['an intent that was canceled', json(200, intent({ status: 'canceled' })), unknown('provider_error')],
  [
    'an intent that is open again',
    json(200, intent({ status: 'requires_payment_method' })),
    { kind: 'declined', code: 'card_declined', final: false, intentId: 'pi_1' },
  ],
  [
    'a decline with the advice not to try again',
    json(402, error('card_error', { code: 'card_declined', decline_code: 'do_not_honor', advice_code: 'do_not_try_again' })),
    { kind: 'declined', code: 'do_not_honor', final: true, intentId: null },
  ],
  [
    'a refusal',
    json(400, error('invalid_request_error', { code: 'resource_missing' })),
    { kind: 'refused', code: 'resource_missing' },
  ],
])('%s', async (_, says, outcome) => {
  answer = says
  const payment = { customerId: 'cus_1', cardId: 'pm_1', amount: 100, currency: 'usd', description: 'x', metadata: {} }
  expect(await payments.authorize({ ...payment, saveCard: false, ownerAway: false }, 'key')).toEqual(outcome)
})

test.each([
  ['not captured', { status: 'requires_capture' }],
  ['captured, but less', { status: 'succeeded', amount_received: 99 }],
])('a capture that is answered with an intent %s is not known', async (_, more) => {
  answer = json(200, intent(more))
  expect(await payments.capture('pi_1', 100, 'key')).toEqual(unknown('provider_error'))
})

test('a cancellation that is answered with an intent not canceled is not known', async () => {
  answer = json(200, intent({ status: 'requires_capture' }))
  expect(await payments.cancel('pi_1', 'key')).toEqual(unknown('provider_error'))
})

test.each([
  [401, 'invalid_request_error', {}],
  [403, 'invalid_request_error', {}],
  [400, 'idempotency_error', {}],
  [400, 'invalid_request_error', { code: 'parameter_unknown', param: 'x' }],
])('%i %s %j is a fault of the program and throws', async (status, type, more) => {
  answer = json(status, error(type, more))
  await expect(payments.readIntent('pi_1')).rejects.toThrow('the payment provider refused the call')
})

test('a list that never ends throws rather than leave something out', async () => {
  let pages = 0
  answer = (response) => {
    pages += 1
    json(200, { object: 'list', has_more: true, data: [intent({ id: `pi_${pages}`, status: 'canceled' })] })(response)
  }
  const find = payments.findIntents({ customerId: 'cus_1', since: new Date(), metadata: {} })
  await expect(find).rejects.toThrow('more than 2000')
  expect(pages).toBe(20)
})
