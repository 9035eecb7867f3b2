// The expected statuses of the endpoints for visitors' messages to experts, and for staff's decisions about them. permission-rows.ts has
// the rest.
import type * as staffEndpoints from '@marketplace/contracts/partners/staff-endpoints'
import type * as visitorEndpoints from '@marketplace/contracts/partners/visitor-endpoints'
import type { CallerName, PermissionRow } from './permission-rows.ts'

type SignedIn = (status: number, request?: PermissionRow['request'], over?: Partial<Record<CallerName, number>>) => PermissionRow
type Anyone = (status: number, request?: PermissionRow['request']) => PermissionRow

const COMMENT = 'a-comment'

/** Adds a comment that staff can decide about. */
const withComment: PermissionRow['before'] = async ({ sql }) => {
  await sql(`insert into experts (id, slug, name, email) values ('e', 'e', 'E', 'e@experts.test') on conflict do nothing`)
  await sql(
    `insert into expert_comments (id, expert_id, name, email, comment) values ($1, 'e', 'Ada', 'ada@example.test', 'Good.')
     on conflict do nothing`,
    [COMMENT],
  )
}

const sender = { userEmail: 'ada@example.test', name: 'Ada' }
const nobody = { id: 'nobody' }
const visited_at = '2026-11-20T12:00:00Z'

export const partnersRows = (
  signedIn: SignedIn,
  anyone: Anyone,
): Readonly<Record<keyof typeof staffEndpoints | keyof typeof visitorEndpoints, PermissionRow>> => {
  const staff = (request: PermissionRow['request'] = () => ({})) => signedIn(403, request, { staff: 200 })
  const decision: PermissionRow = { ...staff(() => ({ params: { id: COMMENT } })), before: withComment }
  return {
    sendExpertMessage: anyone(404, () => ({ params: nobody, body: { ...sender, message: 'Hello' } })),
    commentOnExpert: anyone(404, () => ({ params: nobody, body: { ...sender, comment: 'Good.' } })),
    requestFromCampaign: anyone(404, () => ({ params: { slug: 'nothing' }, body: { ...sender, message: 'Hello' } })),
    joinWaitingList: anyone(404, () => ({ params: nobody, body: { email: sender.userEmail } })),
    visitExpert: anyone(404, () => ({ body: { expert_id: 'nobody', visited_at } })),
    visitProspect: anyone(404, () => ({ body: { prospect_id: 'nobody', visited_at } })),
    listExpertComments: staff(),
    verifyExpertComment: decision,
    rejectExpertComment: decision,
    listExpertInquiries: staff(),
  }
}
