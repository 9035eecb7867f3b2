export {
  countMembers,
  findLicenses,
  findOrganizationName,
  findPeople,
  hasOrganizations,
  holdSecondFactorRule,
  insertMembers,
  insertOrganizations,
  sqlActiveMember,
  roleJson,
  setSecondFactorRule,
} from './repository.ts'
export type { NewLicense, NewMembers, NewMembership, NewOrganization } from './repository.ts'
export type { LicenseRecord, MemberRecord } from './records.ts'
export { registerOrganizationsRoutes } from './routes.ts'
