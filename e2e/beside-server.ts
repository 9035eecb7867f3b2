// Changes data beside the running server, which a test could otherwise only wait for: node beside-server.ts WHAT ARGUMENTS…
import { randomUUID } from 'node:crypto'
import { inTransaction } from '../apps/server/src/db/transaction.ts'
import { withStore } from '../apps/server/src/cli/open-store.ts'
import { vouchForOrganization } from '../apps/server/src/core/caller.ts'
import { hashPassword, insertPeople } from '../apps/server/src/modules/accounts/index.ts'
import { PASSWORD } from './people.ts'

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>
type Store = Parameters<Parameters<typeof withStore>[0]>[0]

const PRODUCTS = ['livechat', 'helpdesk'] as const
const SEATS = 4

/** Creates an organization for one test, with an owner and a vice-owner, licences of both products, and no card. */
const makeOrganization = async ({ client: { database } }: Store, name = ''): Promise<void> => {
  const id = vouchForOrganization(randomUUID())
  const [passwordHash, now] = [await hashPassword(PASSWORD), new Date()]
  const people = (['owner', 'viceowner'] as const).map((role) => ({ id: randomUUID(), role }))
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

type Work = (query: Query, given: readonly string[], store: Store) => Promise<unknown>

const WORKS: ReadonlyMap<string, Work> = new Map<string, Work>([
  ['organization', (_, [name], store) => makeOrganization(store, name)],
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

const [what = '', ...given] = process.argv.slice(2)
const work = WORKS.get(what)
if (!work) throw new Error(`nothing is called ${what}`)
await withStore(async (store) => {
  await work((text, values) => store.client.pool.query(text, [...values]), given, store)
})
