// Organizations with members of each role, and tokens, for tests.
import { randomUUID } from 'node:crypto'
import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { type PlanTier, type Region, type Role, ROLES, SCOPES } from '@marketplace/contracts/core/roles'
import { inTransaction } from '../src/db/transaction.ts'
import { type OrganizationId, vouchForOrganization } from '../src/core/caller.ts'
import { insertPeople } from '../src/modules/accounts/index.ts'
import { hashSecret, insertTokens, newAccessToken, saveClients } from '../src/modules/clients/index.ts'
import { type NewLicense, type NewMembership } from '../src/modules/organizations/index.ts'
import type { Store } from '../src/store.ts'

/** One of the marketplace's own clients, like those of the host products. */
const CLIENT = 'test-client'
const HOUR_MS = 3_600_000

export type Person = { accountId: string; organizationId: OrganizationId; email: string; token: string }
export type Organization = { id: OrganizationId; people: Record<Role, Person> }

type OrganizationOptions = {
  region?: Region
  plan?: PlanTier | null
  /** Overrides the licences of the organization: both products, active. */
  licenses?: Partial<NewLicense>[]
}

/** Creates an organization with a member of each role in both products, each with a token. */
export const createOrganization = async (
  { client: { database } }: Pick<Store, 'client'>,
  name: string,
  { region = 'dal', plan = 'business', licenses = PRODUCTS.map((product) => ({ product })) }: OrganizationOptions = {},
): Promise<Organization> => {
  const id = vouchForOrganization(randomUUID())
  const people = ROLES.map((role) => ({ role, id: randomUUID(), email: `${role}@${name}.test` }))
  await inTransaction(database, (transaction) =>
    insertPeople(transaction, {
      organizations: [{ id, name, region }],
      accounts: people.map((person) => ({
        id: person.id,
        email: person.email,
        name: `${person.role} of ${name}`,
        defaultOrganizationId: id,
        emailVerifiedAt: new Date(),
      })),
      memberships: people.flatMap((person) =>
        PRODUCTS.map((product): NewMembership => ({ organizationId: id, accountId: person.id, product, role: person.role })),
      ),
      licenses: licenses.map((given) => ({
        organizationId: id,
        product: 'livechat' as const,
        plan,
        seats: 5,
        active: true,
        subscribedAt: new Date(),
        ...given,
      })),
    }),
  )
  const signedIn = await Promise.all(
    people.map(async (person) => {
      const who = { accountId: person.id, organizationId: id }
      return [
        person.role,
        { ...who, email: person.email, token: await createToken({ client: { database } }, who, region) },
      ] as const
    }),
  )
  return { id, people: Object.fromEntries(signedIn) as Record<Role, Person> }
}

/** Creates a token for an account with all scopes that its role allows, of an existing client or the test's. */
export const createToken = async (
  { client: { database } }: { client: Pick<Store['client'], 'database'> },
  { accountId, organizationId }: Pick<Person, 'accountId' | 'organizationId'>,
  region: Region = 'dal',
  given: { expiresAt?: Date; actorId?: string; scopes?: string[]; clientId?: string } = {},
): Promise<string> => {
  if (given.clientId === undefined)
    await saveClients(database, [{ id: CLIENT, name: 'Test', type: 'javascript_app', scopes: [...SCOPES], trusted: true }])
  const token = newAccessToken(region)
  await insertTokens(database, [
    {
      hash: hashSecret(token),
      kind: 'access',
      familyId: randomUUID(),
      clientId: CLIENT,
      accountId,
      organizationId,
      scopes: [...SCOPES],
      expiresAt: new Date(Date.now() + HOUR_MS),
      ...given,
    },
  ])
  return token
}

export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` })
