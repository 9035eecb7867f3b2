// The expected status of the endpoints of charges for every kind of caller.
import type { CallerName, Ids, PermissionRow } from './permission-rows.ts'

type SignedIn = (
  status: number,
  request?: PermissionRow['request'],
  over?: Partial<Readonly<Record<CallerName, number>>>,
) => PermissionRow

const NO_BILLING = { administrator: 403, viewer: 403, normal: 403, member: 403, ghost: 403 } as const

const of =
  (kind: 'recurrentCharge' | 'directCharge') =>
  (ids: Ids): ReturnType<PermissionRow['request']> => ({ params: { product: 'livechat', id: ids[kind] } })
const list = () => ({ params: { product: 'livechat' } })

export const chargeRows = (signedIn: SignedIn) => {
  /** For members who may bill. To another organization the charge does not exist. */
  const ofBillers = (request: PermissionRow['request'], status = 200): PermissionRow =>
    signedIn(status, request, { ...NO_BILLING, stranger: 404, staff: 404 })
  /** The test's token is of a client of the marketplace, which never offers a charge with a price. */
  const ofApplications = (body: object): PermissionRow => signedIn(403, () => ({ ...list(), body }))
  return {
    listRecurrentCharges: signedIn(200, list, NO_BILLING),
    getRecurrentCharge: ofBillers(of('recurrentCharge')),
    createRecurrentCharge: ofApplications({ name: 'More', price: 500 }),
    acceptRecurrentCharge: ofBillers(of('recurrentCharge')),
    declineRecurrentCharge: ofBillers(of('recurrentCharge')),
    cancelRecurrentCharge: ofBillers(of('recurrentCharge')),
    // It is pending, and only an ended charge goes off the list.
    archiveRecurrentCharge: ofBillers(of('recurrentCharge'), 422),
    listDirectCharges: signedIn(200, list, NO_BILLING),
    getDirectCharge: ofBillers(of('directCharge')),
    createDirectCharge: ofApplications({ name: 'More', price: 500 }),
    acceptDirectCharge: ofBillers(of('directCharge')),
    declineDirectCharge: ofBillers(of('directCharge')),
  }
}
