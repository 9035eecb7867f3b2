// Tests the organization's consent that an install gives, and the tokens for the client that browsers of members get afterwards.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Instance } from '@marketplace/contracts/installs/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { type Accounts, openAccounts } from '../../../../test/accounts.ts'
import { until, waitingForLocks } from '../../../../test/harness.ts'
import { bearer, createToken, type Person } from '../../../../test/people.ts'

const CHATS = { name: 'chats--all:ro', required: true }
const BILLING = { name: 'billing_manage', required: true }
const DESK_BILLING = { name: 'billing--all:rw', required: true }
const OPERATE = { name: 'dev_platform_admin', required: true }

let accounts: Accounts
const ids = new Map<string, string>()
beforeAll(async () => {
  accounts = await openAccounts()
  const by = (slug: string, scopes: object[]) =>
    line(slug, { authorization: { clientId: 'script', clientType: 'javascript_app', scopes } })
  const { remarks } = await accounts.store.importLines(
    [
      by('reads-chats', [CHATS]),
      by('pays', [CHATS, BILLING]),
      by('may-pay', [CHATS, { ...BILLING, required: false }]),
      line('pays-for-desk', { product: 'helpdesk', authorization: { clientId: 'script', scopes: [DESK_BILLING] } }),
      by('operates', [OPERATE]),
    ],
    { now: new Date('2026-11-01') },
  )
  expect(remarks).toEqual([])
  const { rows } = await accounts.store.client.pool.query<{ id: string; slug: string }>('select id, slug from applications')
  for (const { id, slug } of rows) ids.set(slug, id)
})
afterAll(() => accounts.close())
beforeEach(async () => {
  for (const table of ['installations', 'consents', 'mails', 'access_requests', 'audit_events'])
    await accounts.store.client.pool.query(`delete from ${table}`)
})

const ask = (method: 'GET' | 'PUT', path: string, who: { token: string }) =>
  accounts.app.server.inject({ method, url: `/api/v2/applications/${path}`, headers: bearer(who.token) })
const install = (slug: string, who: { token: string }) => ask('PUT', `${ids.get(slug)}/install`, who)
const consents = async () =>
  (await accounts.store.client.pool.query('select account_id, scopes from consents order by created_at')).rows as {
    account_id: string | null
    scopes: string[]
  }[]
/** The answer that the client's frame gets in the browser of a signed-in person. */
const silently = async (email: string, more: Record<string, string> = {}) => {
  const visitor = await accounts.visitor(email)
  const query = accounts.query({ client_id: 'script', flow: 'button', ...more })
  const { message } = await visitor.get(`/?${query}`, { 'sec-fetch-dest': 'iframe' })
  return message?.content ?? {}
}

describe('an install', () => {
  test('by an administrator never gives a client scopes that the administrator does not have', async () => {
    const answer = await install('pays', accounts.acme.people.administrator)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({
      code: 'INSTALL_NEEDS_SCOPES',
      message: 'This application requires permissions that you do not have: Pay and buy for your organization.',
    })
    expect(await consents()).toEqual([])
    expect(await accounts.audit('application.install-refused')).toMatchObject([{ details: { code: 'INSTALL_NEEDS_SCOPES' } }])
    expect(await silently('owner@acme.test')).toEqual({ error: { identity_exception: 'unauthorized' } })
  })

  test('by a person with all required scopes is the consent to all of them', async () => {
    expect((await install('pays', accounts.acme.people.viceowner)).statusCode).toBe(200)
    expect(await consents()).toEqual([{ account_id: null, scopes: ['billing_manage', 'chats--all:ro'] }])
    expect((await silently('owner@acme.test')).data?.scopes).toBe('chats--all:ro,billing_manage'.split(',').toSorted().join())
    expect((await silently('administrator@acme.test')).data?.scopes).toBe('chats--all:ro')
  })

  test('with optional scopes needs only the required ones, and is the consent to those', async () => {
    expect((await install('may-pay', accounts.acme.people.administrator)).statusCode).toBe(200)
    expect(await consents()).toEqual([{ account_id: null, scopes: ['chats--all:ro'] }])
    expect((await silently('owner@acme.test')).data?.scopes).toBe('chats--all:ro')
  })

  test('needs the scopes in the product of the application', async () => {
    const { rows } = await accounts.store.client.pool.query<{ id: string }>(
      `update memberships set role = 'administrator' where account_id = $1 and product = 'helpdesk' returning account_id as id`,
      [accounts.globex.people.owner.accountId],
    )
    expect(rows).toHaveLength(1)
    expect((await install('pays-for-desk', accounts.globex.people.owner)).json()).toMatchObject({ code: 'INSTALL_NEEDS_SCOPES' })
    expect((await install('pays', accounts.globex.people.owner)).statusCode).toBe(200)
    expect((await install('pays-for-desk', accounts.globex.people.viceowner)).statusCode).toBe(200)
  })

  test('with a token that lacks a required scope is refused, whatever role the account has', async () => {
    const { owner } = accounts.acme.people
    const installs = await createToken(accounts.store, owner, 'dal', { scopes: ['integrations_manage'] })
    expect((await install('pays', { token: installs })).json()).toMatchObject({ code: 'INSTALL_NEEDS_SCOPES' })
    await accounts.store.client.pool.query('update accounts set staff = true where id = $1', [
      accounts.globex.people.member.accountId,
    ])
    const ghost = await createToken(accounts.store, owner, 'dal', { actorId: accounts.globex.people.member.accountId })
    expect((await install('pays', { token: ghost })).json()).toMatchObject({ code: 'INSTALL_NEEDS_SCOPES' })
    expect((await install('reads-chats', { token: ghost })).statusCode).toBe(200)
    expect(await consents()).toEqual([{ account_id: null, scopes: ['chats--all:ro'] }])
  })

  test('that the person may not do can be requested from the members who may', async () => {
    const { administrator } = accounts.acme.people
    const instance = (await ask('GET', `${ids.get('pays')}/instance`, administrator)).json<Instance>()
    expect(instance.can.install).toEqual({
      allowed: false,
      code: 'INSTALL_NEEDS_SCOPES',
      message: 'This application requires permissions that you do not have: Pay and buy for your organization.',
    })
    expect(instance.can.requestAccess.allowed).toBe(true)
    expect(instance.administrators).toEqual({ names: ['owner of acme', 'viceowner of acme'], more: 0 })
    const answer = await accounts.app.accounts.inject({
      method: 'POST',
      url: '/v2/accounts/me/send_request_for_invitation',
      headers: bearer(administrator.token),
      payload: { product: 'livechat', application_id: ids.get('pays') },
    })
    expect(answer.statusCode).toBe(200)
    const { rows } = await accounts.store.client.pool.query('select recipient from mails order by recipient')
    expect(rows).toEqual([{ recipient: 'owner@acme.test' }, { recipient: 'viceowner@acme.test' }])
  })

  test('that no member may do is refused with the name of the permission', async () => {
    expect((await install('operates', accounts.acme.people.owner)).json()).toMatchObject({
      code: 'INSTALL_NEEDS_SCOPES',
      message: expect.stringContaining('Run the marketplace as its operator'),
    })
  })
})

describe('silent sign-in to a client that the organization has agreed to', () => {
  const consentOf = (person: Person, scopes: string[]) =>
    accounts.store.client.pool.query(
      `insert into consents (id, organization_id, client_id, scopes) values (gen_random_uuid(), $1, 'script', $2)`,
      [person.organizationId, scopes],
    )

  test('gives the consented scopes that the account has, and an ordinary sign-in asks for the rest', async () => {
    const { owner } = accounts.acme.people
    await consentOf(owner, ['chats--all:ro'])
    const { data } = await silently('owner@acme.test')
    expect(data?.scopes).toBe('chats--all:ro')
    expect((await accounts.info(data?.access_token)).json().scope).toBe('chats--all:ro')
    const visitor = await accounts.visitor('owner@acme.test')
    const page = await visitor.get(`/?${accounts.query({ client_id: 'script', flow: 'button' })}`)
    expect(page.body).toContain('Pay and buy for your organization')
    const answer = await visitor.submit(page)
    const { message } = await visitor.get(answer.headers.location ?? '')
    expect(message?.content.data?.scopes).toContain('billing_manage')
    expect((await silently('owner@acme.test')).data?.scopes).toContain('billing_manage')
    expect((await silently('viceowner@acme.test')).data?.scopes).toBe('chats--all:ro')
  })

  test('is refused if the client names a scope without consent', async () => {
    await consentOf(accounts.acme.people.owner, ['chats--all:ro'])
    const wants = (scope: string) => silently('owner@acme.test', { scope })
    expect(await wants('chats--all:ro,billing_manage')).toEqual({ error: { identity_exception: 'unauthorized' } })
    expect((await wants('chats--all:ro')).data?.scopes).toBe('chats--all:ro')
  })
})

test('a scope that the person loses during the consent is not consented to', async () => {
  const { store, acme } = accounts
  const visitor = await accounts.visitor('viceowner@acme.test')
  const query = accounts.query({ client_id: 'script', flow: 'button' })
  const page = await visitor.get(`/?${query}`)
  expect(page.body).toContain('Pay and buy for your organization')
  const other = await store.client.pool.connect()
  const change = (role: string) =>
    other.query('update memberships set role = $2 where account_id = $1', [acme.people.viceowner.accountId, role])
  try {
    await other.query('begin')
    await change('administrator')
    let isThrough = false
    const submitting = visitor.submit(page).finally(() => {
      isThrough = true
    })
    await until(async () => isThrough || (await waitingForLocks(store)) > 0)
    await other.query('commit')
    const again = await visitor.get((await submitting).headers.location ?? '')
    expect(await consents()).toEqual([])
    expect(again.body).toContain('asks for access')
    expect(again.body).not.toContain('Pay and buy for your organization')
  } finally {
    await change('viceowner')
    other.release()
  }
})
