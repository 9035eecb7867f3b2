import { BRAND } from '@marketplace/contracts/core/brand'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { isLicenseActive, subscriptionAt } from '@marketplace/domain/subscriptions'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { findLicenses, type LicenseRecord } from '../../organizations/index.ts'

/** The organization's licence of a product. Throws LICENSE_INACTIVE if nothing can be bought for this licence. */
export const activeLicense = async (
  database: Queryable,
  { organizationId }: Caller,
  product: Product,
  at: Date,
): Promise<LicenseRecord> => {
  const license = (await findLicenses(database, organizationId)).find((one) => one.product === product)
  if (!license || !isLicenseActive(subscriptionAt(license, { has: false, details: null }, at)))
    throw new ApiError('LICENSE_INACTIVE', { product: BRAND.products[product] })
  return license
}
