export {
  countMembers,
  findLicenses,
  findOrganizationName,
  findPeople,
  hasOrganizations,
  hasSecondFactor,
  holdSecondFactorRule,
  insertMembers,
  insertOrganizations,
  meetsSecondFactorRule,
  sqlActiveMember,
  roleJson,
  setSecondFactorRule,
  sqlSecondFactor,
} from './repository.ts'
export type { NewLicense, NewMembers, NewMembership, NewOrganization } from './repository.ts'
export type { LicenseRecord, MemberRecord } from './records.ts'
export { registerOrganizationsRoutes } from './routes.ts'
