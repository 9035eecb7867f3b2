// The expected statuses of the endpoints of prices, cards and billing addresses.
import type { CallerName, PermissionRow } from './permission-rows.ts'

type SignedIn = (
  status: number,
  request?: PermissionRow['request'],
  over?: Partial<Readonly<Record<CallerName, number>>>,
) => PermissionRow

// Staff who browse as another person never pay, and a third-party application cannot choose a card.
const REFUSED = { administrator: 403, viewer: 403, normal: 403, member: 403, ghost: 403, application: 403 }
const ADDRESS = { name: 'Acme', country: 'US', zip: '75201', city: null, street: null, vat_id: null }

export const billingRows = (signedIn: SignedIn) => ({
  previewPrice: signedIn(200, () => ({ params: { product: 'livechat' }, query: '?price=1000' })),
  getBillingAccount: signedIn(200),
  changeBillingAddress: signedIn(200, () => ({ body: ADDRESS }), REFUSED),
  // Once the card belongs to the organization's customer at the provider, no other organization can use it.
  saveCard: signedIn(200, ({ card }) => ({ params: { product: 'livechat' }, body: { payment_method: card } }), {
    ...REFUSED,
    stranger: 422,
    staff: 422,
  }),
})
