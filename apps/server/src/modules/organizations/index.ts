export { countMembers, findPeople, holdSecondFactorRule, setSecondFactorRule } from './repository.ts'
export type { MemberRecord } from './records.ts'
export { registerOrganizationsRoutes } from './routes.ts'
