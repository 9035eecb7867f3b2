import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { usStateOf } from '@marketplace/domain/buying/us-states'
import { addUtcDays } from '@marketplace/domain/dates'
import { addBillingProfiles, addCoupons } from '../modules/billing/index.ts'
import { demoOrganizationId, parseDemo, type SeedStep } from './seed-demo-step.ts'

const FILE = 'billing.json'
const COUPONS_SINCE_DAYS = 90

const schema = z.strictObject({
  addresses: z.array(
    z.strictObject({
      /** The organization's key in accounts.json. */
      organization: z.string(),
      name: z.string(),
      country: z.string().length(2),
      zip: z.string(),
      city: z.string(),
      street: z.string(),
    }),
  ),
  coupons: z.array(
    z.strictObject({
      code: z.string(),
      percent: z.int(),
      maxRedemptions: z.int().optional(),
      endedDaysAgo: z.int().optional(),
    }),
  ),
})

/** Seeds the demo's billing addresses and coupons. Returns the number of coupons. */
export const seedBilling = async ({ database, folder, now }: SeedStep): Promise<number> => {
  const { addresses, coupons } = parseDemo(schema, await readFile(join(folder, FILE), 'utf8'), FILE)
  await addBillingProfiles(
    database,
    addresses.map(({ organization, ...address }) => ({
      ...address,
      organizationId: demoOrganizationId(organization),
      state: address.country === 'US' ? usStateOf(address.zip) : null,
      updatedAt: now,
    })),
  )
  await addCoupons(
    database,
    coupons.map(({ endedDaysAgo, ...coupon }) => ({
      ...coupon,
      validFrom: addUtcDays(now, -COUPONS_SINCE_DAYS),
      validUntil: endedDaysAgo === undefined ? null : addUtcDays(now, -endedDaysAgo),
      createdAt: now,
    })),
  )
  return coupons.length
}
