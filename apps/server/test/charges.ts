// A marketplace with applications that have a price, and charges for them, without a payment provider.
import { randomUUID } from 'node:crypto'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { hashSecret, insertTokens, newAccessToken } from '../src/modules/clients/index.ts'
import { findApplication } from '../src/modules/catalogue/index.ts'
import { createChargeForPlan, type PlanPurchase } from '../src/modules/charges/index.ts'
import type { OrganizationId } from '../src/core/caller.ts'
import { inTransaction, type Transaction } from '../src/db/transaction.ts'
import { type TestClock, testClock } from './harness.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'
import { SELLER, saveSeller } from './sellers.ts'
import type { Organization, Person } from './people.ts'

const LINES = [
  line('monthly', { payment: { price: 1_200, frequency: 'monthly', perAccount: true } }),
  line('tried', { payment: { price: 2_000, frequency: 'monthly', trialDays: 14 } }),
  line('once', { payment: { price: 4_900, frequency: 'once' } }),
]

export type TestCharges = TestMarketplace & {
  clock: TestClock
  /** The input for buying a plan of this application: its first plan, unless a cycle is given. */
  purchase: (slug: string, of: Organization, cycle?: string) => Promise<PlanPurchase>
  /** Runs in one transaction. */
  inOne: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>
  createFor: (slug: string, of: Organization, cycle?: string) => ReturnType<typeof createChargeForPlan>
  licenseOf: (of: Organization) => Promise<number>
  /** A token of an application's client for a person. */
  sellerToken: (person: Person, given?: { clientId?: string; scopes?: string[] }) => Promise<{ token: string }>
}

export const openTestCharges = async (
  at = '2026-01-31T10:00:00Z',
  options: { env?: Record<string, string> } = {},
): Promise<TestCharges> => {
  const clock = testClock(at)
  const market = await openTestMarketplace({ ...options, clock })
  const { database } = market.store.client
  await market.store.importLines(LINES, { now: new Date('2026-01-01T00:00:00Z') })
  // Early dates, because tests move the clock back and far ahead.
  await market.sql(`update applications set submitted_at = '2025-01-01', accepted_at = '2025-01-01', published_at = '2025-01-01'
    where published_at is not null`)
  await market.sql(`update tokens set expires_at = '2100-01-01', client_id = 'marketplace'`)
  // The marketplace's client, which sells the catalogue's plans, must exist as after a start of the application.
  await saveSeller(database, ['billing_manage', 'integrations_manage', 'billing--all:rw'])
  const licenseOf: TestCharges['licenseOf'] = async ({ id }) =>
    (await market.sql<{ id: number }>(`select id from licenses where organization_id = $1 and product = 'livechat'`, [id]))[0]
      ?.id ?? 0
  const idOf = async (slug: string) =>
    (await market.sql<{ id: string }>('select id from applications where slug = $1', [slug]))[0]?.id
  const purchase: TestCharges['purchase'] = async (slug, of, cycle) => {
    const application = await findApplication(database, (await idOf(slug)) ?? '')
    const plan = application?.plans.find(({ billingCycle }) => cycle === undefined || billingCycle === cycle)
    if (!application || !plan) throw new Error(`no plan of ${slug}`)
    return {
      organizationId: of.id as OrganizationId,
      accountId: of.people.owner.accountId,
      licenseId: await licenseOf(of),
      plan,
      application,
      quantity: 5,
      cartId: null,
      at: clock.now(),
    }
  }
  const inOne: TestCharges['inOne'] = (work) => inTransaction(database, work)
  return {
    ...market,
    clock,
    purchase,
    inOne,
    licenseOf,
    createFor: async (slug, of, cycle) => {
      const bought = await purchase(slug, of, cycle)
      return inOne((transaction) => createChargeForPlan(transaction, bought))
    },
    sellerToken: async ({ accountId, organizationId }, { clientId = SELLER, scopes = ['billing_manage'] } = {}) => {
      const token = newAccessToken('dal')
      await insertTokens(database, [
        {
          hash: hashSecret(token),
          kind: 'access',
          familyId: randomUUID(),
          clientId,
          accountId,
          organizationId,
          scopes,
          authorizedAt: clock.now(),
          expiresAt: new Date('2100-01-01'),
        },
      ])
      return { token }
    },
  }
}

export type ChargeIds = { recurrentCharge: string; endedCharge: string; directCharge: string }

/** Inserts a pending charge of each kind and one declined charge for an organization. */
export const insertCharges = async ({ sql }: Pick<TestMarketplace, 'sql'>, of: Organization): Promise<ChargeIds> => {
  const ids = { recurrentCharge: randomUUID(), endedCharge: randomUUID(), directCharge: randomUUID() }
  const columns = `organization_id, license_id, account_id, seller_client_id, order_client_id, name, price, quantity, per_account, test,
    commission_percent, created_at, updated_at, state`
  const values = `$2, (select id from licenses where organization_id = $2 and product = 'livechat'), $3, 'marketplace', 'marketplace', 'More',
    500, 1, false, false, 20, now(), now(), 'pending'`
  const owner = of.people.owner.accountId
  for (const id of [ids.recurrentCharge, ids.endedCharge])
    await sql(`insert into recurrent_charges (id, ${columns}, months, trial_days) values ($1, ${values}, 1, 0)`, [
      id,
      of.id,
      owner,
    ])
  await sql(`insert into direct_charges (id, ${columns}) values ($1, ${values})`, [ids.directCharge, of.id, owner])
  return ids
}

/** Deletes all charges but these, and resets these to their earlier states. */
export const resetCharges = async (
  { sql }: Pick<TestMarketplace, 'sql'>,
  { recurrentCharge, endedCharge, directCharge }: ChargeIds,
): Promise<void> => {
  // What earlier requests have shown would have to be what a payment takes.
  await sql(`delete from shown_charges`)
  await sql(`delete from charge_changes`)
  await sql(
    `update recurrent_charges set anchor_at = null, settled_period = -1, plan_id = null, application_id = null where id = $1`,
    [recurrentCharge],
  )
  await sql(`delete from recurrent_charges where id not in ($1, $2)`, [recurrentCharge, endedCharge])
  await sql(`delete from direct_charges where id <> $1`, [directCharge])
  await sql(`update recurrent_charges set archived_at = null, state = case when id = $1 then 'declined' else 'pending' end`, [
    endedCharge,
  ])
  await sql(`update direct_charges set state = 'pending'`)
}
