import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, REDIRECT } from '../../../../test/accounts.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())
/** The number of tests so far. Each test runs an hour after the previous one, so that rate limits do not affect the next test. */
let minutes = 0
beforeEach(() => accounts.clock.set(new Date(Date.UTC(2026, 10, 20, 12) + 3_600_000 * minutes++).toISOString()))

const FRAME = { 'sec-fetch-dest': 'iframe' }
const ORIGIN = 'https://app.test'

describe('consent', () => {
  const asked = (more: Record<string, string> = {}) => accounts.query({ client_id: 'script', flow: 'button', ...more })

  test('is asked for in words, and given once for all later requests', async () => {
    const visitor = await accounts.visitor('administrator@acme.test')
    const frame = await visitor.get(`/?${asked()}`, FRAME)
    expect(frame.message?.content).toEqual({ error: { identity_exception: 'unauthorized' } })
    const page = await visitor.get(`/?${asked()}`)
    expect(page.headers['x-frame-options']).toBe('DENY')
    for (const words of [
      'Script App',
      'administrator@acme.test',
      'acme',
      'https://app.test',
      'Install and remove applications of',
      'The members of this organization',
      'Its licenses and subscriptions',
      'Its installed applications',
      'Chats',
    ])
      expect(page.body).toContain(words)
    // Scopes that the role does not include are not shown.
    expect(page.body).not.toMatch(/Pay and buy|cancel the subscriptions|nothing else/)
    const answer = await visitor.submit(page)
    expect(answer.status).toBe(303)
    expect((await visitor.get(answer.headers.location ?? '')).message?.content.data?.scopes).toBe(
      'integrations_manage,hd_integrations_manage,chats--all:ro',
    )
    expect((await visitor.get(`/?${asked()}`, FRAME)).message?.content.data?.access_token).toBeDefined()
    expect((await accounts.audit('consent.granted')).at(-1)).toMatchObject({
      account_id: accounts.acme.people.administrator.accountId,
      subject: 'script',
      details: { coverage: 'account' },
    })
    // Other members of the organization have not consented.
    const other = await accounts.visitor('viewer@acme.test')
    expect((await other.get(`/?${asked()}`)).body).toContain('asks for access')
  })

  test('that is refused gives the client an error, and stores nothing', async () => {
    const visitor = await accounts.visitor('owner@globex.test')
    const refuse = async (query: string) => visitor.submit(await visitor.get(`/?${query}`), {}, 'refuse')
    expect((await refuse(asked())).message).toEqual({ content: { error: { oauth_exception: 'access_denied' } }, to: ORIGIN })
    expect((await accounts.audit('consent.refused')).at(-1)).toMatchObject({
      account_id: accounts.globex.people.owner.accountId,
      organization_id: accounts.globex.id,
      subject: 'script',
    })
    const redirect = await refuse(accounts.query({ client_id: 'script', state: 's' }))
    expect(redirect).toMatchObject({ status: 303, headers: { location: `${REDIRECT}#error=access_denied&state=s` } })
    expect((await visitor.get(`/?${asked()}`)).body).toContain('asks for access')
  })

  test('cannot be forged: it needs the form that was shown to the person for this request', async () => {
    const visitor = await accounts.visitor('viceowner@globex.test')
    const page = await visitor.get(`/?${asked({ scope: 'chats--all:ro' })}`)
    const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const forged: [Record<string, string>, string][] = [
      [{ decision: 'agree' }, asked()],
      [{ decision: 'agree', token: 'x' }, asked()],
      [{ decision: 'agree', token }, asked()],
      [{ decision: 'agree', token }, asked({ scope: 'billing_manage' })],
      [{ token }, asked({ scope: 'chats--all:ro' })],
    ]
    for (const [fields, query] of forged) {
      const answer = await visitor.post(`/consent?${query}`, fields)
      expect(answer.status).toBe(200)
      expect(answer.body).toContain('asks for access')
    }
    expect(
      (await visitor.post(`/consent?${asked()}`, { decision: 'agree', token }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    const other = await accounts.visitor('owner@globex.test')
    expect((await other.post(`/consent?${asked({ scope: 'chats--all:ro' })}`, { decision: 'agree', token })).body).toContain(
      'asks for access',
    )
    const { rows } = await accounts.store.client.pool.query('select from consents where organization_id = $1', [
      accounts.globex.id,
    ])
    expect(rows).toHaveLength(0)
  })

  test('is asked for again if the scopes or the organization have changed since the form was shown', async () => {
    const { store, globex, acme } = accounts
    const { accountId } = globex.people.viewer
    const visitor = await accounts.visitor('viewer@globex.test')
    const shown = await visitor.get(`/?${asked()}`)
    expect(shown.body).not.toContain('Install and remove')
    await store.client.pool.query(`update memberships set role = 'administrator' where account_id = $1`, [accountId])
    const more = await visitor.submit(shown)
    expect(more.status).toBe(200)
    expect(more.body).toContain('Install and remove')

    await store.client.pool.query(
      `insert into memberships (organization_id, account_id, product, role)
       select $1, account_id, product, role from memberships where account_id = $2`,
      [acme.id, accountId],
    )
    const move = (to: string) =>
      store.client.pool.query('update accounts set default_organization_id = $1 where id = $2', [to, accountId])
    await move(acme.id)
    const elsewhere = await visitor.submit(more)
    expect(elsewhere.body).toContain('<dd>acme</dd>')
    const { rows } = await store.client.pool.query('select from consents where account_id = $1', [accountId])
    expect(rows).toHaveLength(0)
    expect((await visitor.submit(elsewhere)).status).toBe(303)
    await move(globex.id)
    expect((await visitor.get(`/?${asked()}`)).body).toContain('<dd>globex</dd>')
  })

  test('is asked for again if the client demands it or needs more scopes', async () => {
    const visitor = await accounts.visitor('viceowner@acme.test')
    const first = await visitor.get(`/?${asked({ scope: 'chats--all:ro' })}`)
    await visitor.submit(first)
    expect((await visitor.get(`/?${asked({ scope: 'chats--all:ro' })}`)).message).not.toBeNull()
    expect((await visitor.get(`/?${asked({ scope: 'chats--all:ro,billing_manage' })}`)).body).toContain('asks for access')
    const again = await visitor.get(`/?${asked({ scope: 'chats--all:ro', prompt: 'consent' })}`)
    expect(again.body).toContain('asks for access')
    const answer = await visitor.submit(again)
    expect((await visitor.get(answer.headers.location ?? '')).message?.content.data).toBeDefined()
  })
})
