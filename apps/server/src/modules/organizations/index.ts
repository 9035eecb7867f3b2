export { findPeople, countMembers } from './repository.ts'
export type { MemberRecord } from './records.ts'
export { registerOrganizationsRoutes } from './routes.ts'
