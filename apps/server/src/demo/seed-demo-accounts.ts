import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { PLAN_TIERS, REGIONS, ROLES } from '@marketplace/contracts/core/roles'
import { addUtcDays } from '@marketplace/domain/dates'
import { hashPassword, insertPeople, type NewPeople } from '../modules/accounts/index.ts'
import { insertCards } from '../modules/billing/index.ts'
import { assignDeveloper, makePrivate } from '../modules/catalogue/index.ts'
import { hasOrganizations } from '../modules/organizations/index.ts'
import { demoId, demoOrganizationId, parseDemo, type SeedStep } from './seed-demo-step.ts'

const FILE = 'accounts.json'
/** The password of all demo accounts. It works on loopback only. */
export const DEMO_PASSWORD = 'marketplace'
/** Demo applications that only their developer's organization sees. */
const PRIVATE = ['northwind-label-printer']
const SUBSCRIBED_DAYS_AGO = 400

const role = z.enum(ROLES).optional()
const schema = z.strictObject({
  organizations: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      region: z.enum(REGIONS),
      /** The name of the organization's developer. */
      developer: z.string().optional(),
      licenses: z.array(
        z.strictObject({
          product: z.enum(PRODUCTS),
          plan: z.enum(PLAN_TIERS).nullable(),
          seats: z.int().min(1),
          active: z.boolean(),
          subscribed: z.boolean().default(false),
          cancelled: z.boolean().default(false),
          trialDays: z.int().optional(),
          partnerType: z.string().optional(),
        }),
      ),
      card: z
        .strictObject({
          brand: z.string(),
          firstSix: z.string().length(6),
          lastFour: z.string().length(4),
          expiryMonth: z.int(),
          expiryYear: z.int(),
        })
        .nullable(),
      people: z.array(
        z.strictObject({
          email: z.email(),
          name: z.string(),
          livechat: role,
          helpdesk: role,
          suspended: z.boolean().default(false),
          staff: z.boolean().default(false),
        }),
      ),
    }),
  ),
})

/** Seeds the demo's organizations and their members. Returns the number of accounts. */
export const seedAccounts = async ({ database, folder, now }: SeedStep): Promise<number> => {
  if (await hasOrganizations(database)) return 0
  const { organizations } = parseDemo(schema, await readFile(join(folder, FILE), 'utf8'), FILE)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const people: NewPeople = {
    organizations: organizations.map(({ key, name, region }) => ({ id: demoOrganizationId(key), name, region })),
    accounts: organizations.flatMap(({ key, people: members }) =>
      members.map(({ email, name, staff }) => ({
        id: demoId('account', email),
        email,
        name,
        staff,
        passwordHash,
        emailVerifiedAt: now,
        defaultOrganizationId: demoOrganizationId(key),
      })),
    ),
    memberships: organizations.flatMap(({ key, people: members }) =>
      members.flatMap(({ email, suspended, ...roles }) =>
        PRODUCTS.flatMap((product) => {
          const own = roles[product]
          const ids = { organizationId: demoOrganizationId(key), accountId: demoId('account', email) }
          return own ? [{ ...ids, product, role: own, suspended }] : []
        }),
      ),
    ),
    licenses: organizations.flatMap(({ key, licenses }) =>
      licenses.map(({ product, plan, seats, active, subscribed, cancelled, trialDays, partnerType }) => ({
        organizationId: demoOrganizationId(key),
        product,
        plan,
        seats,
        active,
        subscribedAt: subscribed ? addUtcDays(now, -SUBSCRIBED_DAYS_AGO) : null,
        cancelledAt: cancelled ? addUtcDays(now, -30) : null,
        trialEndsAt: trialDays === undefined ? null : addUtcDays(now, trialDays),
        partnerType: partnerType ?? null,
      })),
    ),
  }
  await insertPeople(database, people)
  await insertCards(
    database,
    organizations.flatMap(({ key, card }) => (card ? [{ organizationId: demoOrganizationId(key), ...card }] : [])),
  )
  for (const { key, developer } of organizations)
    if (developer !== undefined) await assignDeveloper(database, developer, demoOrganizationId(key))
  await makePrivate(database, PRIVATE)
  return people.accounts.length
}
