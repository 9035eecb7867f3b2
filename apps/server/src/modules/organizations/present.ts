import type { Agent, License } from '@marketplace/contracts/organizations/schemas'
import { isActiveMember } from '@marketplace/domain/permissions'
import type { LicenseRecord, MemberRecord } from './records.ts'

export const presentAgent = ({ id, email, name, roles }: MemberRecord): Agent => ({
  id,
  email,
  name,
  roles: roles.map(({ product, role }) => ({ product, role })),
  suspended: !isActiveMember(roles),
})

export const presentLicense = ({ id, product, plan, seats, partnerType }: LicenseRecord): License => ({
  license_id: id,
  product,
  plan,
  seats,
  properties: { partner_type: partnerType },
})
