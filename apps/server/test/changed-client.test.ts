// Tests an import that gives an application another OAuth client: consents to the old client end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { hashSecret } from '../src/modules/clients/index.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'
import { createToken, type Person } from './people.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())

const scopes = [{ name: 'chats--all:ro', required: true }]
const consents = async (who: Person) => {
  const rows = await market.sql<{ client_id: string }>(
    'select client_id from consents where organization_id = $1 and account_id is null order by client_id',
    [who.organizationId],
  )
  return rows.map(({ client_id }) => client_id)
}
/** A token of a person for a client, as a sign-in would issue it. */
const tokenFor = async (who: Person, clientId: string): Promise<string> => {
  const token = await createToken(market.store, who)
  await market.sql(
    `insert into oauth_clients (id, name, type, scopes) values ($1, $1, 'javascript_app', '{}') on conflict do nothing`,
    [clientId],
  )
  await market.sql('update tokens set client_id = $1 where hash = $2', [clientId, hashSecret(token)])
  return token
}
const isRevoked = async (token: string) =>
  (await market.sql('select from tokens where hash = $1 and revoked_at is not null', [hashSecret(token)])).length === 1

test('the organization’s consent to it, and its tokens, unless another installed application uses it', async () => {
  const [acme, globex] = [market.acme.people.owner, market.globex.people.owner]
  for (const who of [acme, globex]) expect((await market.install('set-up', who)).statusCode).toBe(200)
  expect((await market.install('shares-client', globex)).statusCode).toBe(200)
  const tokens = [await tokenFor(acme, 'settings-client'), await tokenFor(globex, 'settings-client')]
  expect([await consents(acme), await consents(globex)]).toEqual([['settings-client'], ['settings-client']])

  const { remarks } = await market.store.importLines([
    line('set-up', { authorization: { clientId: 'settings-client', scopes }, shortDescription: 'Says something else.' }),
  ])
  expect(remarks).toEqual([])
  expect(await consents(acme)).toEqual(['settings-client'])

  await market.store.importLines([line('set-up', { authorization: { clientId: 'new-client', scopes } })])
  expect([await consents(acme), await consents(globex)]).toEqual([[], ['settings-client']])
  expect([await isRevoked(tokens[0] ?? ''), await isRevoked(tokens[1] ?? '')]).toEqual([true, false])
  expect(await market.audit()).toContainEqual({
    action: 'consent.removed',
    account_id: null,
    actor_id: null,
    subject: 'settings-client',
    details: { coverage: 'organization', reason: 'client changed' },
  })
})
