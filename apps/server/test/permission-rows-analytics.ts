// The expected statuses of the endpoints of analytics: pages send counts without a sign-in, and developers read the counts of their
// applications.
import type { PermissionRow } from './permission-rows.ts'

type Anyone = (status: number, request?: PermissionRow['request']) => PermissionRow
type SignedIn = (status: number, request?: PermissionRow['request'], over?: Partial<PermissionRow['expected']>) => PermissionRow

export const analyticsRows = (anyone: Anyone, signedIn: SignedIn) => ({
  countEvents: anyone(200, () => ({ body: { variant: 'base', events: [] } })),
  // Developers read their organization's application, and staff any application.
  listApplicationEvents: signedIn(200, ({ application }) => ({ params: { id: application } }), { stranger: 404 }),
})
