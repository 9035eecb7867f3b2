// Payment attempts on their own database and payments sandbox; the goods are rows of a table.
import { randomUUID } from 'node:crypto'
import { afterEach, expect } from 'vitest'
import { vouchForOrganization } from '../src/core/caller.ts'
import { inTransaction, type Transaction } from '../src/db/transaction.ts'
import {
  type Attempt,
  type AttemptSubject,
  createPaymentRunner,
  findAttempt,
  type NewAttempt,
  type PaymentRunner,
  startAttempt,
} from '../src/modules/billing/index.ts'
import type { PaymentIntent, Payments } from '../src/ports/payments.ts'
import { auditProvider } from '../src/modules/purchasing/index.ts'
import { openTestStore, type TestStore } from './harness.ts'
import { openTestPayments, type TestPayments, valueOf, VISA } from './payments.ts'

export type Goods = { attempt_id: string; delivered: number; settled: number; released: string[] }

export type AttemptBench = {
  store: TestStore
  opened: TestPayments
  clock: { now: () => Date; pass: (milliseconds: number) => void }
  /** An organization that pays with this card; null for none. */
  newPayer: (number?: string | null) => Promise<string>
  /** Starts an attempt. `gives` is the amount that its delivery captures; null delivers nothing, and 'fails' throws. */
  start: (payer: string, more?: Partial<NewAttempt> & { gives?: number | null | 'fails' }) => Promise<Attempt>
  setGives: (subjectId: string, gives: number | null | 'fails') => void
  newRunner: (options?: { at?: Parameters<typeof createPaymentRunner>[0]['at']; payments?: Payments }) => PaymentRunner
  read: (attemptId: string) => Promise<Attempt>
  goods: (attemptId: string) => Promise<Goods | undefined>
  intents: (attempt: Attempt) => Promise<readonly PaymentIntent[]>
  captures: (attemptId: string) => Promise<number[]>
  /** Everything that was logged as an error. */
  logged: unknown[]
  sql: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

export const openAttemptBench = async (): Promise<AttemptBench> => {
  const [store, opened] = await Promise.all([openTestStore(), openTestPayments()])
  const { database, pool } = store.client
  const sql = async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[]
  await sql(`create table test_goods (attempt_id text primary key, delivered int not null, settled int not null default 0,
    released text[] not null default '{}')`)
  let time = Date.now()
  const clock = { now: () => new Date(time), pass: (milliseconds: number) => void (time += milliseconds) }
  // The sandbox uses the real time, so queries by time must use it too.
  const inItsTime = (payments: Payments): Payments => ({
    ...payments,
    findIntents: (query) => payments.findIntents({ ...query, since: new Date(query.since.getTime() - (time - Date.now())) }),
  })
  const logged: unknown[] = []
  const plans = new Map<string, number | null | 'fails'>()

  const write = (transaction: Transaction, text: string) => transaction.execute(text)
  const subject: AttemptSubject = {
    lock: async (transaction, { subjectId }) =>
      void (await write(transaction, `select pg_advisory_xact_lock(hashtext('${subjectId}'))`)),
    deliver: async (transaction, { id, subjectId, amount }) => {
      const gives = plans.get(subjectId) ?? amount
      await write(transaction, `insert into test_goods (attempt_id, delivered) values ('${id}', ${Number(gives) || 0})`)
      if (gives === 'fails') throw new Error('the goods are not there')
      const planned = plans.has(subjectId) ? (plans.get(subjectId) as number | null) : amount
      return planned === null ? null : { capture: planned }
    },
    settle: async (transaction, { id }) =>
      void (await write(transaction, `update test_goods set settled = settled + 1 where attempt_id = '${id}'`)),
    release: async (transaction, { id }, why) =>
      void (await write(
        transaction,
        `insert into test_goods (attempt_id, delivered, released) values ('${id}', 0, '{${why}}')
         on conflict (attempt_id) do update set delivered = 0, released = test_goods.released || excluded.released`,
      )),
  }

  return {
    store,
    opened,
    clock,
    logged,
    sql,
    newPayer: async (number = VISA) => {
      const id = randomUUID()
      await sql(`insert into organizations (id, name, region) values ($1, 'Acme', 'dal')`, [id])
      if (number === null) return id
      const customer = await opened.newCustomer()
      await sql('insert into billing_profiles (organization_id, customer_id, updated_at) values ($1, $2, now())', [id, customer])
      await sql(
        `insert into cards (organization_id, brand, first_six, last_four, expiry_month, expiry_year, provider_card_id)
         values ($1, 'visa', '424242', '4242', 12, 2040, $2)`,
        [id, await opened.sandbox().enterCard(number)],
      )
      return id
    },
    setGives: (subjectId, gives) => void plans.set(subjectId, gives),
    start: (organizationId, { gives, ...more } = {}) => {
      const id = more.subject?.id ?? randomUUID()
      if (gives !== undefined) plans.set(id, gives)
      return inTransaction(database, (transaction) =>
        startAttempt(
          transaction,
          {
            organizationId: vouchForOrganization(organizationId),
            accountId: null,
            subject: { kind: 'cart', id },
            amount: 2_000,
            description: 'Two seats',
            // The card is saved, so that another authorization can use it too.
            savesCard: true,
            ...more,
          },
          clock.now(),
        ),
      )
    },
    newRunner: ({ at, payments = opened.payments } = {}) =>
      createPaymentRunner({
        database,
        payments: inItsTime(payments),
        clock,
        log: { error: (details) => void logged.push(details) },
        subjects: { cart: subject },
        ...(at && { at }),
      }),
    read: async (attemptId) => (await findAttempt(database, attemptId)) as Attempt,
    goods: async (attemptId) => (await sql<Goods>('select * from test_goods where attempt_id = $1', [attemptId]))[0],
    intents: async ({ id, customerId }) =>
      customerId === null
        ? []
        : valueOf<readonly PaymentIntent[]>(
            await opened.payments.findIntents({ customerId, since: new Date(0), metadata: { attempt: id } }),
          ),
    captures: async (attemptId) =>
      (await opened.sandbox().ledger()).captures
        .filter(({ metadata }) => metadata.attempt === attemptId)
        .map(({ amount }) => amount),
    close: async () => {
      await Promise.all([store.close(), opened.close()])
    },
  }
}

/** Ends each test of the file with a comparison of all attempts with the provider's ledger. */
export const auditPayments = (bench: () => AttemptBench): void => {
  afterEach(async () => {
    const { store, opened } = bench()
    expect(await auditProvider(store.client.database, await opened.sandbox().ledger())).toEqual([])
  })
}

/** Stops a runner for ever at a point, like a killed process. `reached` resolves when the runner is there. */
export const killAt = (point: string): { at: (here: string) => Promise<void>; reached: Promise<void> } => {
  let arrive = () => {}
  const reached = new Promise<void>((resolve) => (arrive = resolve))
  return {
    reached,
    at: (here) => {
      if (here !== point) return Promise.resolve()
      arrive()
      return new Promise(() => {})
    },
  }
}
