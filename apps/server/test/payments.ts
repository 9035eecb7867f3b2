// A payments sandbox for a test file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { type Sandbox, startSandbox } from '../../payments-sandbox/test/start-sandbox.ts'
import { openStripePayments } from '../src/adapters/stripe-payments.ts'
import type { NewPayment, PaymentIntent, Payments } from '../src/ports/payments.ts'

/** The value of a successful outcome. Throws the outcome if it is not successful. */
export const valueOf = <T>(outcome: { kind: 'succeeded'; value: T } | { kind: string }): T => {
  if (outcome.kind !== 'succeeded') throw new Error(JSON.stringify(outcome))
  return (outcome as { value: T }).value
}

export type TestPayments = {
  payments: Payments
  /** The same payments, with a time limit of half a second. */
  hasty: Payments
  /** The sandbox that is running; a restart replaces it. */
  sandbox: () => Sandbox
  /** Kills the sandbox and starts it again with the data on its disk. */
  restart: () => Promise<void>
  newKey: () => string
  newCustomer: () => Promise<string>
  /** Input for a payment with this card, of a new customer unless one is named. */
  payment: (number: string, more?: Partial<NewPayment>) => Promise<NewPayment>
  authorized: (number?: string, more?: Partial<NewPayment>) => Promise<PaymentIntent>
  captured: (number?: string, more?: Partial<NewPayment>) => Promise<PaymentIntent>
  close: () => Promise<void>
}

export const VISA = '4242 4242 4242 4242'

export const openTestPayments = async (shop?: string): Promise<TestPayments> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-'))
  const options = { dataDir, ...(shop && { shop }) }
  let sandbox = await startSandbox(options)
  const { port } = sandbox
  const settings = { secretKey: SANDBOX_KEYS.secret, webhookSecret: SANDBOX_KEYS.webhook, sandbox: { port } }
  const payments = openStripePayments(settings)
  const hasty = openStripePayments({ ...settings, patience: { silenceMs: 500, callMs: 1_000 } })
  let keys = 0
  const newKey = () => `key-${(keys += 1)}`
  const newCustomer = async () =>
    valueOf<string>(await payments.createCustomer({ email: 'buyer@acme.test', name: 'Acme', metadata: {} }, newKey()))
  const payment = async (number: string, more: Partial<NewPayment> = {}): Promise<NewPayment> => ({
    customerId: more.customerId ?? (await newCustomer()),
    cardId: await sandbox.enterCard(number),
    amount: 2_000,
    currency: 'usd',
    description: 'Two seats',
    metadata: { attempt: `attempt-${(keys += 1)}` },
    saveCard: false,
    ownerAway: false,
    ...more,
  })
  const authorized = async (number = VISA, more: Partial<NewPayment> = {}) =>
    valueOf<PaymentIntent>(await payments.authorize(await payment(number, more), newKey()))
  return {
    payments,
    hasty,
    sandbox: () => sandbox,
    restart: async () => {
      await sandbox.kill()
      sandbox = await startSandbox({ ...options, port })
    },
    newKey,
    newCustomer,
    payment,
    authorized,
    captured: async (number, more) => {
      const intent = await authorized(number, more)
      return valueOf<PaymentIntent>(await payments.capture(intent.id, intent.amount, newKey()))
    },
    close: async () => {
      payments.close()
      hasty.close()
      await sandbox.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
