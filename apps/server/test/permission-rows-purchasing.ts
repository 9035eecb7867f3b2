// The expected status of the endpoints that take money for every kind of caller.
import { MARKETPLACE_CLIENT } from '../src/modules/clients/index.ts'
import type { TestMarketplace } from './marketplace.ts'
import { createToken } from './people.ts'
import type { CallerName, Ids, PermissionRow } from './permission-rows.ts'

type SignedIn = (status: number, request?: PermissionRow['request'], over?: Partial<Record<CallerName, number>>) => PermissionRow

const NO_BILLING = { administrator: 403, viewer: 403, normal: 403, member: 403, ghost: 403, stranger: 404, staff: 404 }

const endPayments = ({ sql }: TestMarketplace) =>
  sql(`delete from payment_attempts where not exists (select from sales s where s.attempt_id = payment_attempts.id)`)

/** The owner checks the cart out. Nobody is there to take the money, so it stays on its way. */
const checkOut = async (market: TestMarketplace, { cart }: Ids): Promise<void> => {
  await endPayments(market)
  const { id, people } = market.acme
  await market.sql(
    `insert into billing_profiles (organization_id, customer_id, updated_at) values ($1, 'cus_nowhere', now())
     on conflict (organization_id) do update set customer_id = 'cus_nowhere'`,
    [id],
  )
  await market.sql(
    `insert into cards (organization_id, brand, first_six, last_four, expiry_month, expiry_year, provider_card_id)
     values ($1, 'visa', '424242', '4242', 12, 2040, 'pm_nowhere') on conflict do nothing`,
    [id],
  )
  const token = await createToken(market.store, people.owner, 'dal', { clientId: MARKETPLACE_CLIENT })
  const { statusCode, body } = await market.ask({ token }, 'PATCH', `/api/v2/products-carts/${cart}/checkout`, {})
  if (statusCode !== 200) throw new Error(body)
}

/** Test charges, which the buyer has agreed to and which take no money. */
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
      // Only who has checked it out may buy it.
      ...signedIn(200, ({ cart }) => ({ params: { id: cart } }), { ...NO_BILLING, viceowner: 409, application: 403 }),
      carts: true as const,
      before: checkOut,
    },
    activateRecurrentCharge: charge('recurrentCharge'),
    activateDirectCharge: charge('directCharge'),
    // Nobody here can sign it.
    receivePaymentEvent: anyone(400),
  }
}
