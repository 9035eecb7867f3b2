// The expected status of the endpoints of charges for every kind of caller.
import type { TestMarketplace } from './marketplace.ts'
import type { CallerName, Ids, PermissionRow } from './permission-rows.ts'

type SignedIn = (
  status: number,
  request?: PermissionRow['request'],
  over?: Partial<Readonly<Record<CallerName, number>>>,
) => PermissionRow

const NO_BILLING = { administrator: 403, viewer: 403, normal: 403, member: 403, ghost: 403 } as const

const of =
  (kind: 'recurrentCharge' | 'endedCharge' | 'directCharge') =>
  (ids: Ids): ReturnType<PermissionRow['request']> => ({ params: { product: 'livechat', id: ids[kind] } })
const list = () => ({ params: { product: 'livechat' } })

const SEEN = '0'.repeat(64)

/** Makes the charge an active subscription to a plan. */
const subscribe = async ({ sql }: TestMarketplace, { recurrentCharge, sold, plan }: Ids): Promise<void> => {
  await sql(`delete from charge_changes`)
  await sql(`delete from payment_attempts where id = 'elsewhere'`)
  await sql(
    `update recurrent_charges set state = 'active', plan_id = $2, application_id = $3, anchor_at = now() - interval '1 day', settled_period = 0
     where id = $1`,
    [recurrentCharge, plan, sold],
  )
}

/** A payment of the organization that another process is working on. */
const payElsewhere = ({ sql, acme }: TestMarketplace, kind: string, subject: string) =>
  sql(
    `insert into payment_attempts (id, organization_id, subject_kind, subject_id, amount, description, saves_card, owner_away, state,
       lease_token, lease_until, created_at, updated_at)
     values ('elsewhere', $1, $2, $3, 100, 'More', false, false, 'action_required', 'another process', now() + interval '1 hour',
       now(), now())`,
    [acme.people.owner.organizationId, kind, subject],
  )

export const chargeRows = (signedIn: SignedIn) => {
  /** For members who may bill. To another organization the charge does not exist. */
  const ofBillers = (request: PermissionRow['request']): PermissionRow =>
    signedIn(200, request, { ...NO_BILLING, stranger: 404, staff: 404, application: 404 })
  /** For the buyer's own decisions, which an application cannot make. */
  const ofBuyers = (request: PermissionRow['request']): PermissionRow =>
    signedIn(200, request, { ...NO_BILLING, stranger: 404, staff: 404, application: 403 })
  const ofApplications = (body: object): PermissionRow => signedIn(403, () => ({ ...list(), body }), { application: 201 })
  return {
    createPlanCharge: signedIn(201, ({ sold, plan }) => ({ params: { id: sold }, body: { plan_id: plan } }), NO_BILLING),
    listRecurrentCharges: signedIn(200, list, NO_BILLING),
    getRecurrentCharge: ofBillers(of('recurrentCharge')),
    createRecurrentCharge: ofApplications({ name: 'More', price: 500 }),
    acceptRecurrentCharge: ofBuyers(of('recurrentCharge')),
    declineRecurrentCharge: ofBuyers(of('recurrentCharge')),
    cancelRecurrentCharge: ofBillers(of('recurrentCharge')),
    archiveRecurrentCharge: ofBillers(of('endedCharge')),
    previewChargeChange: { ...ofBuyers(of('recurrentCharge')), before: subscribe },
    changeRecurrentCharge: {
      ...ofBuyers((ids) => ({ ...of('recurrentCharge')(ids), body: { as_of: '2026-01-01T00:00:00.000Z', checksum: SEEN } })),
      before: async (market: TestMarketplace, ids: Ids) => {
        await subscribe(market, ids)
        await market.sql(
          `insert into charge_changes (id, charge_id, state, checksum, plan_id, quantity, price, "full", credit, tax_rate, total, description, created_at)
           values ('change', $1, 'paying', $2, $3, 9, 900, 0, 0, 0, 0, 'More', now())`,
          [ids.recurrentCharge, SEEN, ids.plan],
        )
        await payElsewhere(market, 'change', 'change')
      },
    },
    payOverdueCharge: {
      ...ofBuyers(of('recurrentCharge')),
      before: async (market: TestMarketplace, ids: Ids) => {
        await subscribe(market, ids)
        await payElsewhere(market, 'renewal', `${ids.recurrentCharge}:1`)
      },
    },
    undoChargeChange: ofBuyers(of('recurrentCharge')),
    listDirectCharges: signedIn(200, list, NO_BILLING),
    getDirectCharge: ofBillers(of('directCharge')),
    createDirectCharge: ofApplications({ name: 'More', price: 500 }),
    acceptDirectCharge: ofBuyers(of('directCharge')),
    declineDirectCharge: ofBuyers(of('directCharge')),
  }
}
