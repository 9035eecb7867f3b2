// The expected statuses of the endpoints of an organization's applications, costs, history and list.
import type { CallerName, PermissionRow } from './permission-rows.ts'
import { RECEIPT_FACTS } from './receipts.ts'

type SignedIn = (
  status: number,
  request?: PermissionRow['request'],
  over?: Partial<Readonly<Record<CallerName, number>>>,
) => PermissionRow

/** For people who install applications, with the storefront's client. Staff cannot install. */
const ADMINISTRATORS = { viewer: 403, normal: 403, member: 403, staff: 200, application: 403 }
/** The list binds administrators, so only owners change it. */
const OWNERS = { ...ADMINISTRATORS, administrator: 403, staff: 403 }

export const estateRows = (signedIn: SignedIn) => ({
  listEstate: signedIn(200, () => ({}), ADMINISTRATORS),
  getEstateCosts: signedIn(200, () => ({}), ADMINISTRATORS),
  getEstateAccess: signedIn(200, () => ({}), ADMINISTRATORS),
  listActivity: signedIn(200, () => ({}), ADMINISTRATORS),
  exportEstate: signedIn(200, () => ({}), ADMINISTRATORS),
  exportActivity: signedIn(200, () => ({}), ADMINISTRATORS),
  listReceipts: signedIn(200, () => ({}), ADMINISTRATORS),
  // Another organization's receipt looks like one that does not exist.
  getReceipt: {
    ...signedIn(200, () => ({ params: { id: 'permitted' } }), { ...ADMINISTRATORS, stranger: 404, staff: 404 }),
    before: async (market) => {
      await market.sql(
        `insert into uninstall_receipts (id, organization_id, at, facts) values ('permitted', $1, now(), $2) on conflict do nothing`,
        [market.acme.id, RECEIPT_FACTS],
      )
    },
  } satisfies PermissionRow,
  noteOpened: {
    ...signedIn(200, ({ application }) => ({ params: { id: application } }), { stranger: 404, staff: 404 }),
    installed: true,
  } satisfies PermissionRow,
  getApplicationRules: signedIn(200, () => ({}), ADMINISTRATORS),
  changeApplicationRules: signedIn(200, () => ({ body: { mode: 'off', applications: [], revision: 0 } }), OWNERS),
})
