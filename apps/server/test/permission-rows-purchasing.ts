// The expected status of the endpoints that take money for every kind of caller.
import { MARKETPLACE_CLIENT } from '../src/modules/clients/index.ts'
import type { TestMarketplace } from './marketplace.ts'
import { createToken } from './people.ts'
import type { CallerName, Ids, PermissionRow } from './permission-rows.ts'

type SignedIn = (status: number, request?: PermissionRow['request'], over?: Partial<Record<CallerName, number>>) => PermissionRow

const NO_BILLING = { administrator: 403, viewer: 403, normal: 403, member: 403, ghost: 403, stranger: 404, staff: 404 }

const endPayments = ({ sql }: TestMarketplace) =>
  sql(`delete from payment_attempts where not exists (select from sales s where s.attempt_id = payment_attempts.id)`)

/**
 * Checks out a cart as its buyer, or as the owner if the caller may not buy. The bank asks a question, and another process continues the
 * payment.
 */
const checkOut = async (market: TestMarketplace, { cart }: Ids, caller: CallerName): Promise<void> => {
  await endPayments(market)
  const { people } = market.acme
  const buyer = caller === 'viceowner' ? people.viceowner : people.owner
  const token = await createToken(market.store, buyer, 'dal', { clientId: MARKETPLACE_CLIENT })
  const { statusCode, body } = await market.ask({ token }, 'PATCH', `/api/v2/products-carts/${cart}/checkout`, {})
  if (statusCode !== 200) throw new Error(body)
  await market.sql(
    `insert into payment_attempts (id, organization_id, subject_kind, subject_id, amount, description, saves_card, owner_away, state,
       lease_token, lease_until, created_at, updated_at)
     values ('elsewhere', $1, 'cart', $2, 100, 'Cart', false, false, 'action_required', 'another process', now() + interval '1 hour',
       now(), now())`,
    [buyer.organizationId, cart],
  )
}

/** Accepts the test charges, which cost nothing. */
const accept = async (market: TestMarketplace): Promise<void> => {
  await market.sql(`delete from charge_periods`)
  await endPayments(market)
  for (const table of ['recurrent_charges', 'direct_charges'])
    await market.sql(`update ${table} set state = 'accepted', test = true, plan_id = null`)
  await market.sql(`update recurrent_charges set anchor_at = null, settled_period = -1`)
}

export const purchasingRows = (signedIn: SignedIn, anyone: (status: number) => PermissionRow) => {
  const charge = (id: 'recurrentCharge' | 'directCharge') => ({
    ...signedIn(200, (ids) => ({ params: { product: 'livechat', id: ids[id] } }), { ...NO_BILLING, application: 404 }),
    before: accept,
  })
  return {
    purchaseCart: {
      ...signedIn(200, ({ cart }) => ({ params: { id: cart } }), { ...NO_BILLING, application: 403 }),
      carts: true as const,
      before: checkOut,
    },
    activateRecurrentCharge: charge('recurrentCharge'),
    activateDirectCharge: charge('directCharge'),
    // The test cannot sign an event of the provider.
    receivePaymentEvent: anyone(400),
  }
}
