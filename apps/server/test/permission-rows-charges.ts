// The expected status of the endpoints of charges for every kind of caller.
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

export const chargeRows = (signedIn: SignedIn) => {
  /** For members who may bill. To another organization the charge does not exist. */
  const ofBillers = (request: PermissionRow['request']): PermissionRow =>
    signedIn(200, request, { ...NO_BILLING, stranger: 404, staff: 404, application: 404 })
  /** The buyer's own answer, which no application gives. */
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
    listDirectCharges: signedIn(200, list, NO_BILLING),
    getDirectCharge: ofBillers(of('directCharge')),
    createDirectCharge: ofApplications({ name: 'More', price: 500 }),
    acceptDirectCharge: ofBuyers(of('directCharge')),
    declineDirectCharge: ofBuyers(of('directCharge')),
  }
}
