// Sales for tests of the books: an organization with an address, and paid attempts.
import { randomUUID } from 'node:crypto'
import { taxOf } from '@marketplace/domain/buying/tax'
import { afterEach, expect } from 'vitest'
import { type PaidAttempt, recordSales, type SaleLine } from '../src/modules/billing/index.ts'
import { inTransaction, type Transaction } from '../src/db/transaction.ts'
import { auditDatabase } from '../src/modules/purchasing/index.ts'
import type { TestStore } from './harness.ts'
import { createOrganization, type Organization } from './people.ts'

export const SOLD_AT = new Date('2026-11-20T12:00:00Z')

export type Shop = {
  organization: Organization
  developerId: string
  line: (more?: Partial<SaleLine>) => SaleLine
  /** Stores an attempt that captured the total of the lines. */
  pay: (lines: readonly SaleLine[], more?: { captureId?: string; intentId?: string; cardId?: string }) => Promise<PaidAttempt>
  /** Records the sales of an attempt that paid these lines. */
  sell: (lines: readonly SaleLine[], more?: Parameters<Shop['pay']>[1]) => ReturnType<typeof recordSales>
  write: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>
  sql: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
}

export type Address = { name?: string; country?: string; state?: string; vat_id?: string }

/** An organization at this address that buys from a developer. The tax is 23 % in Poland. */
export const openShop = async (
  store: TestStore,
  address: Address = { country: 'PL' },
  organization?: Organization,
): Promise<Shop> => {
  const sql = async <Row>(text: string, values: unknown[] = []) => (await store.client.pool.query(text, values)).rows as Row[]
  const write: Shop['write'] = (work) => inTransaction(store.client.database, work)
  const buyer = organization ?? (await createOrganization(store, randomUUID()))
  const developerId = randomUUID()
  await sql(`insert into developers (id, slug, name) values ($1, $1, $1)`, [developerId])
  await sql(
    `insert into billing_profiles (organization_id, name, country, state, zip, city, street, vat_id, updated_at)
     values ($1, $2, $3, $4, '00-001', 'Springfield', '1 Main Street', $5, now())`,
    [buyer.id, address.name ?? null, address.country ?? null, address.state ?? null, address.vat_id ?? null],
  )
  await sql(
    `insert into tax_rates (country, state, name, rate, valid_from) values ('PL', '', 'VAT', 23000, '2020-01-01')
     on conflict do nothing`,
  )
  const line: Shop['line'] = (more) => ({
    chargeKind: 'recurrent_charge',
    chargeId: randomUUID(),
    period: 0,
    periodStart: SOLD_AT,
    periodEnd: new Date('2026-12-20T12:00:00Z'),
    applicationId: null,
    developerId,
    description: 'Inbox Helper, monthly',
    unitPrice: 1_000,
    quantity: 1,
    discount: 0,
    taxRate: 23_000,
    commissionPercent: 20,
    couponCode: null,
    ...more,
  })
  const pay: Shop['pay'] = async (lines, { captureId = null, intentId = null, cardId = null } = {}) => {
    const amount = lines.reduce((sum, { unitPrice, quantity, discount, taxRate }) => {
      const net = unitPrice * quantity - discount
      return sum + net + taxOf(net, taxRate)
    }, 0)
    const attempt = {
      id: randomUUID(),
      organizationId: buyer.id,
      accountId: buyer.people.owner.accountId,
      captureAmount: amount,
      captureId,
      intentId,
      cardId,
    }
    await sql(
      `insert into payment_attempts (id, organization_id, account_id, subject_kind, subject_id, amount, description, saves_card,
         owner_away, state, capture_amount, capture_id, intent_id, card_id, lease_until, created_at, updated_at, ended_at)
       values ($1, $2, $3, 'cart', $1, $4, 'A cart', false, false, 'captured', $4, $5, $6, $7, $8, $8, $8, $8)`,
      [attempt.id, attempt.organizationId, attempt.accountId, amount, captureId, intentId, cardId, SOLD_AT],
    )
    return attempt
  }
  const sell: Shop['sell'] = async (lines, more) => {
    const attempt = await pay(lines, more)
    return write((transaction) => recordSales(transaction, attempt, lines, SOLD_AT))
  }
  return { organization: buyer, developerId, line, pay, sell, write, sql }
}

/** The rules about the charges of sales, which these sales do not have. */
const OF_CHARGES = ['sold and not given', 'a period was charged and not sold, or sold and not charged']
/** The rules about attempts that captured, for tests that make attempts and roll their sales back. */
const OF_ATTEMPTS = ['what was captured is not what was sold', 'reconciliation: attempt_without_sale']

/**
 * Ends each test of the file with the auditor of the database: the books of these sales must be right. `rollsBack`: whether a test rolls the
 * sales of an attempt back.
 */
export const auditSales = (
  store: () => TestStore,
  { now = () => SOLD_AT, rollsBack = false }: { now?: () => Date; rollsBack?: boolean } = {},
): void => {
  const exempt = new Set(rollsBack ? [...OF_CHARGES, ...OF_ATTEMPTS] : OF_CHARGES)
  afterEach(async () => {
    const found = await auditDatabase(store().client.database, { now: now() })
    expect(found.filter(({ what }) => !exempt.has(what))).toEqual([])
  })
}
