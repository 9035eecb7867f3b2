// A process beside the running server. It changes data that a test could otherwise only wait for, each time a message asks for it: beside.ts.
import { ROLES } from '@marketplace/contracts/core/roles'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { inTransaction } from '../apps/server/src/db/transaction.ts'
import { withStore } from '../apps/server/src/cli/open-store.ts'
import { vouchForOrganization } from '../apps/server/src/core/caller.ts'
import { hashPassword, insertPeople } from '../apps/server/src/modules/accounts/index.ts'
import { importCatalogue } from '../apps/server/src/modules/catalogue/index.ts'
import { type Answer, type Asked, READY } from './beside-messages.ts'

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>
type Store = Parameters<Parameters<typeof withStore>[0]>[0]
type Config = Parameters<Parameters<typeof withStore>[0]>[1]

const PRODUCTS = ['livechat', 'helpdesk'] as const
const SEATS = 4

/** Creates an organization for one test, with a person for each role, licences of both products, and no card. */
const makeOrganization = async (
  { client: { database } }: Store,
  [name = '', password = '', ...roles]: readonly string[],
): Promise<void> => {
  const id = vouchForOrganization(randomUUID())
  const [passwordHash, now] = [await hashPassword(password), new Date()]
  const people = ROLES.filter((role) => roles.includes(role)).map((role) => ({ id: randomUUID(), role }))
  await inTransaction(database, (transaction) =>
    insertPeople(transaction, {
      organizations: [{ id, name, region: 'dal' }],
      accounts: people.map(({ id: accountId, role }) => ({
        id: accountId,
        email: `${role}@${name}.test`,
        name: `${role} of ${name}`,
        passwordHash,
        defaultOrganizationId: id,
        emailVerifiedAt: now,
      })),
      memberships: people.flatMap(({ id: accountId, role }) =>
        PRODUCTS.map((product) => ({ organizationId: id, accountId, product, role })),
      ),
      licenses: PRODUCTS.map((product) => ({
        organizationId: id,
        product,
        plan: 'business' as const,
        seats: SEATS,
        active: true,
        subscribedAt: now,
      })),
    }),
  )
}

/** Imports a file of lines, and returns the remarks on lines that it refuses. */
const importFile = async ({ client, files }: Store, { production }: Config, [path = '']: readonly string[]) => {
  const { refused, remarks } = await importCatalogue({ client, files, path, dryRun: false, production, now: new Date() })
  return refused === 0 ? [] : remarks
}

type Work = (query: Query, given: readonly string[], store: Store, config: Config) => Promise<unknown>

const WORKS: ReadonlyMap<string, Work> = new Map<string, Work>([
  ['organization', (_, given, store) => makeOrganization(store, given)],
  ['import', (_, given, store, config) => importFile(store, config, given)],
  // An administrator of the host product suspends a person in every product, or ends the suspension.
  [
    'suspend',
    (query, [email, suspended]) =>
      query('update memberships set suspended = $2 where account_id = (select id from accounts where email = $1)', [
        email,
        suspended === 'true',
      ]),
  ],
  // The host product ends a licence, or starts it again.
  [
    'license',
    (query, [name, product, active]) =>
      query(
        `update licenses set active = $3 where product = $2
           and organization_id = (select default_organization_id from accounts where email = $1)`,
        [`owner@${name}.test`, product, active === 'true'],
      ),
  ],
  // The fifteen minutes of a checkout are nearly over.
  [
    'lock-ends',
    (query, [cart, seconds]) =>
      query(`update carts set checked_out_until = now() + make_interval(secs => $2), revision = revision + 1 where id = $1`, [
        cart,
        Number(seconds),
      ]),
  ],
  // A coupon for half the price begins, or ends if there is one with this code.
  [
    'coupon',
    (query, [code]) =>
      query(
        `insert into coupons (code, percent, valid_from, created_at) values ($1, 50, now(), now())
         on conflict (code) do update set valid_until = now()`,
        [code],
      ),
  ],
  // The days of a trial are over.
  [
    'trial-ends',
    (query, [charge]) =>
      query(`update recurrent_charges set anchor_at = now(), trial_ends_at = now(), due_at = now() where id = $1`, [charge]),
  ],
  // What a person typed in their sessions was typed earlier.
  [
    'typed-earlier',
    (query, [email, minutes]) =>
      query(
        `update sessions set authenticated_at = authenticated_at - make_interval(mins => $2),
           second_factor_at = second_factor_at - make_interval(mins => $2)
         where account_id = (select id from accounts where email = $1)`,
        [email, Number(minutes)],
      ),
  ],
])

await withStore(async (store, config) => {
  const query: Query = (text, values) => store.client.pool.query(text, [...values])
  const ended = once(process, 'disconnect')
  process.on('message', ({ id, what, given }: Asked) => {
    const answer = (outcome: Omit<Answer, 'id'>) => void process.send?.({ id, ...outcome } satisfies Answer)
    const work = WORKS.get(what)
    if (!work) return answer({ error: `nothing is called ${what}` })
    work(query, given, store, config).then(
      (result) => answer({ result: Array.isArray(result) ? result : null }),
      (error: unknown) => answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.send?.({ id: READY } satisfies Answer)
  await ended
})
