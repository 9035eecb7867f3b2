// Buyers of the attacked marketplace, on two servers, with the payment sandbox's ledger.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { catalogueLine } from '@marketplace/testkit/line'
import { openStripePayments } from '../../../apps/server/src/adapters/stripe-payments.ts'
import type { OrganizationId } from '../../../apps/server/src/core/caller.ts'
import { connectionString } from '../../../apps/server/src/db/embedded/connect.ts'
import { readHolder } from '../../../apps/server/src/db/embedded/folder-lock.ts'
import { findHome } from '../../../apps/server/src/db/embedded/home.ts'
import { inTransaction } from '../../../apps/server/src/db/transaction.ts'
import { importCatalogue } from '../../../apps/server/src/modules/catalogue/index.ts'
import { CHARGES_JOBS } from '../../../apps/server/src/modules/charges/index.ts'
import { declareSchedule, openJobs } from '../../../apps/server/src/modules/jobs/index.ts'
import { MARKETPLACE_CLIENT } from '../../../apps/server/src/modules/clients/index.ts'
import { auditBooks } from '../../../apps/server/src/modules/purchasing/index.ts'
import { openStore, type Store } from '../../../apps/server/src/store.ts'
import { createOrganization, createToken } from '../../../apps/server/test/people.ts'
import { freePort, type Marketplace } from './marketplace.ts'
import { until } from './until.ts'
import { limitOf } from './limit-of.ts'

const SERVER = join(import.meta.dirname, 'second-server.ts')
const STARTS_WITHIN_MS = 120_000
/** The limit of invariant 6, and the duration of a check. */
const ENDS_WITHIN_MS = limitOf(10_000)
const VISA = '4242424242424242'

/** Plans for each agent and for the organization, by the month and by the year, from cheap to dear. */
const plansOf = (trialDays: number) =>
  [
    { name: 'Basic', billingCycle: 'pay-monthly', pricingType: 'per-agent', price: 600 },
    { name: 'Pro', billingCycle: 'pay-monthly', pricingType: 'per-agent', price: 1_500 },
    { name: 'Pro by the year', billingCycle: 'pay-yearly', pricingType: 'per-agent', price: 15_300 },
    { name: 'Everybody', billingCycle: 'pay-monthly', pricingType: 'per-organization', price: 90_000 },
  ].map((plan) => ({ ...plan, trialDays }))

const LINES = [
  catalogueLine('seats', { payment: { price: 1_200, frequency: 'monthly', perAccount: true } }),
  catalogueLine('once', { payment: { price: 4_900, frequency: 'once' } }),
  catalogueLine('tried', { payment: { price: 900, frequency: 'monthly', trialDays: 14 } }),
  catalogueLine('plans', { payment: { price: 1_500, frequency: 'monthly', perAccount: true }, plans: plansOf(0) }),
  catalogueLine('tried-plans', {
    payment: { price: 1_500, frequency: 'monthly', perAccount: true, trialDays: 14 },
    plans: plansOf(14),
  }),
]
export const SLUGS = ['seats', 'once', 'tried'] as const

export type Answer = { status: number | null; body: Record<string, unknown> & { id?: string; code?: string; status?: string } }
export type Buyer = { organizationId: string; token: string; colleague: string }

export type AttackedShop = {
  idOf: (slug: string) => string
  /** An organization with a card, and two people who may pay. */
  newBuyer: () => Promise<Buyer>
  addCoupon: (uses: number) => Promise<string>
  ask: (server: number, token: string, method: string, path: string, key?: string) => Promise<Answer>
  /** The same as `ask`, with a body. */
  send: (server: number, token: string, method: string, path: string, body: object) => Promise<Answer>
  sql: <Row extends object>(statement: string, values?: unknown[]) => Promise<Row[]>
  /** Waits until the database answers again. */
  reachable: () => Promise<void>
  /** A cart with these applications that is checked out. */
  lockedCart: (buyer: Buyer, slugs: readonly string[], coupon?: string | null) => Promise<string>
  setFault: (fault: { operation: string; fault: string; times: number; ms: number }) => Promise<void>
  clearFaults: () => Promise<void>
  /** Waits until no payment is on its way. Returns how long that took; throws after 10 s. */
  settled: () => Promise<number>
  violations: () => Promise<string[]>
  /** Sends a scheduled job, as its schedule does. */
  sendJob: (name: string) => Promise<void>
  /** Waits until a server has taken the job. */
  jobTaken: (name: string) => Promise<void>
  /**
   * Starts the second server, which ends itself at this step, if one is given: of a payment or a renewal. It runs jobs if it has no such step,
   * or if it is asked to.
   */
  startSecond: (killAt?: string, options?: { jobs?: boolean }) => Promise<void>
  secondEnded: () => boolean
  killSecond: () => void
  close: () => Promise<void>
}

export const openAttackedShop = async (marketplace: Marketplace): Promise<AttackedShop> => {
  const { dataDir, ports } = marketplace
  const sandboxPort = Number(/Payments\s+http:\/\/localhost:(\d+)/.exec(marketplace.output())?.[1])
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const store: Store = await openStore({ dataDir, databaseUrl: null }, 'tool', { info: () => {}, warn: () => {} })
  const { pool, database } = store.client
  const path = join(dataDir, 'sold.jsonl')
  await writeFile(path, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await importCatalogue({ ...store, path, production: false, now: new Date() })
  const { rows } = await pool.query<{ id: string; slug: string }>('select id, slug from applications')
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]))
  const idOf = (slug: string) => ids.get(slug) ?? slug
  const payments = openStripePayments({ secretKey: SANDBOX_KEYS.secret, webhookSecret: null, sandbox: { port: sandboxPort } })

  const jobs = await openJobs({
    client: store.client,
    declared: CHARGES_JOBS,
    log: { info: () => {}, error: (details) => console.error(details) },
  })

  const inBrowser = async (address: string, parameters: Record<string, string>) => {
    const headers = { authorization: `Bearer ${SANDBOX_KEYS.publishable}` }
    const response = await fetch(sandbox + address, { method: 'POST', headers, body: new URLSearchParams(parameters) })
    return (await response.json()) as { id: string }
  }
  /** Saves a card for a new customer as the browser does. */
  const newCustomer = async () => {
    const customer = await payments.createCustomer({ email: 'buyer@acme.test', name: 'Acme', metadata: {} }, randomUUID())
    if (customer.kind !== 'succeeded') throw new Error(`no customer: ${customer.kind}`)
    const card = { 'card[number]': VISA, 'card[exp_month]': '12', 'card[exp_year]': '2040', 'card[cvc]': '123' }
    const { id: cardId } = await inBrowser('/v1/payment_methods', { type: 'card', ...card })
    const setup = await payments.startCardSetup({ customerId: customer.value, metadata: {} }, randomUUID())
    if (setup.kind !== 'succeeded') throw new Error(`no card: ${setup.kind}`)
    const { id, clientSecret } = setup.value
    await inBrowser(`/v1/setup_intents/${id}/confirm`, { client_secret: clientSecret, payment_method: cardId })
    return { customerId: customer.value, cardId }
  }

  let second: ChildProcess | undefined
  let ended = true
  let secondPort = 0
  const startSecond: AttackedShop['startSecond'] = async (killAt = '', { jobs = killAt === '' } = {}) => {
    const home = findHome(dataDir)
    const port = readHolder(dataDir)?.port
    if (!home || !port) throw new Error('there is no database')
    secondPort = await freePort()
    ended = false
    let output = ''
    const child = spawn(process.execPath, [SERVER], {
      env: {
        ...process.env,
        SECOND_DATABASE: connectionString(port, home.passwords.password),
        SECOND_PORT: String(secondPort),
        SECOND_SANDBOX: String(sandboxPort),
        SECOND_KILL_AT: killAt,
        SECOND_JOBS: String(jobs),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    second = child
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
    child.once('exit', () => (ended = true))
    await until('the second server to be ready', STARTS_WITHIN_MS, () => {
      if (ended) throw new Error(`the second server ended: ${output.slice(-2_000)}`)
      return output.includes('is ready')
    })
  }

  const call = async (
    server: number,
    token: string,
    method: string,
    address: string,
    key?: string,
    sent?: object,
  ): Promise<Answer> => {
    try {
      const response = await fetch(`http://127.0.0.1:${server === 0 ? ports.storefront : secondPort}${address}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(sent && { 'content-type': 'application/json' }),
        },
        ...(sent && { body: JSON.stringify(sent) }),
        signal: AbortSignal.timeout(limitOf(20_000)),
      })
      return { status: response.status, body: (await response.json()) as Answer['body'] }
    } catch {
      return { status: null, body: {} }
    }
  }

  const ask: AttackedShop['ask'] = (server, token, method, address, key) => call(server, token, method, address, key)

  const live = async () =>
    (await pool.query<{ count: number }>('select count(*)::int as count from payment_attempts where ended_at is null')).rows[0]
      ?.count ?? 0

  return {
    idOf,
    ask,
    send: (server, token, method, address, body) => call(server, token, method, address, undefined, body),
    sql: async <Row extends object>(statement: string, values: unknown[] = []) =>
      (await pool.query(statement, values)).rows as Row[],
    reachable: () =>
      until('the database to answer', STARTS_WITHIN_MS, () =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      ),
    startSecond,
    secondEnded: () => ended,
    killSecond: () => void second?.kill('SIGKILL'),
    newBuyer: async () => {
      const { id, people } = await createOrganization(store, `buyer-${randomUUID().slice(0, 8)}`)
      const { customerId, cardId } = await newCustomer()
      await pool.query(
        `insert into billing_profiles (organization_id, customer_id, country, zip, updated_at) values ($1, $2, 'US', '75201', now())`,
        [id, customerId],
      )
      await pool.query(
        `insert into cards (organization_id, brand, first_six, last_four, expiry_month, expiry_year, provider_card_id)
         values ($1, 'visa', '424242', '4242', 12, 2040, $2)`,
        [id, cardId],
      )
      const by = (person: { accountId: string; organizationId: OrganizationId }) =>
        createToken(store, person, 'dal', { clientId: MARKETPLACE_CLIENT })
      return { organizationId: id, token: await by(people.owner), colleague: await by(people.viceowner) }
    },
    addCoupon: async (uses) => {
      const code = `C${randomUUID().slice(0, 8).toUpperCase()}`
      await pool.query(
        `insert into coupons (code, percent, max_redemptions, valid_from, created_at) values ($1, 10, $2, now() - interval '1 day', now())`,
        [code, uses],
      )
      return code
    },
    lockedCart: async ({ token }, slugs, coupon = null) => {
      const { body: cart } = await ask(0, token, 'POST', '/api/v2/products-carts')
      const wanted = slugs.map(idOf).join(',')
      await ask(0, token, 'PATCH', `/api/v2/products-carts/${cart.id}/applications?id=${encodeURIComponent(wanted)}`)
      if (coupon !== null) await ask(0, token, 'PATCH', `/api/v2/products-carts/${cart.id}/coupon/${coupon}`)
      const { status, body } = await ask(0, token, 'PATCH', `/api/v2/products-carts/${cart.id}/checkout`)
      if (status !== 200) throw new Error(`the cart was not checked out: ${status} ${JSON.stringify(body)}`)
      return String(cart.id)
    },
    sendJob: (name) =>
      inTransaction(database, (transaction) => jobs.send(transaction, declareSchedule(name, 'every minute'), {})),
    jobTaken: async (name) => {
      const taken = async () =>
        (await pool.query(`select 1 from jobs.job where name = $1 and state = 'active'`, [name])).rows.length > 0
      for (const end = performance.now() + limitOf(10_000); !(await taken()) && performance.now() < end;) await sleep(5)
    },
    setFault: async (fault) => {
      await fetch(`${sandbox}/_sandbox/faults`, { method: 'POST', body: JSON.stringify({ ...fault }) })
    },
    clearFaults: async () => {
      await fetch(`${sandbox}/_sandbox/faults`, { method: 'DELETE' })
    },
    settled: async () => {
      const began = performance.now()
      await until('every payment to end', ENDS_WITHIN_MS, async () => (await live()) === 0)
      return performance.now() - began
    },
    violations: async () => {
      const ledger = await (await fetch(`${sandbox}/_sandbox/ledger`)).json()
      const found = await auditBooks(database, ledger as Parameters<typeof auditBooks>[1], { now: new Date() })
      return found.map(({ rule, what, id }) => `rule ${rule}: ${what} (${id})`)
    },
    close: async () => {
      await jobs.stop()
      second?.kill('SIGKILL')
      payments.close()
      await store.close()
    },
  }
}
