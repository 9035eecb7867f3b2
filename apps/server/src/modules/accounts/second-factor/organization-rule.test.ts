import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD, REDIRECT, VERIFIER } from '../../../../test/accounts.ts'
import { openAuthenticator, type Options } from '../../../../test/authenticator.ts'
import { createToken } from '../../../../test/people.ts'
import type { Visitor } from '../../../../test/visitor.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())

const OWN = { 'sec-fetch-site': 'same-origin' }
const OWNER = 'owner@acme.test'
const MEMBER = 'viewer@acme.test'
let days = 0
const wait = (seconds: number) => accounts.wait(seconds)
const sql = <Row>(text: string, values?: unknown[]) => accounts.sql<Row>(text, values)
const isRequired = async () =>
  (await sql<{ is: boolean }>('select requires_second_factor as is from organizations where id = $1', [accounts.acme.id]))[0]?.is
const setRule = (visitor: Visitor, rule: 'required' | 'free', organization = accounts.acme.id) =>
  visitor.post('/account/organizations', { organization, rule }, OWN)
const addPasskey = async (visitor: Visitor, query = '') => {
  const path = `/account/second-factor/passkeys${query}`
  const { body } = await visitor.post(path, {}, OWN)
  const options = JSON.parse((/data-options="([^"]+)"/.exec(body)?.[1] ?? '').replaceAll('&quot;', '"')) as Options
  return visitor.post(path, { name: 'Key', passkey: openAuthenticator('https://accounts.test').create(options) }, OWN)
}
/** Signs in an owner with a second factor, who may require one of the members. */
const strictOwner = async () => {
  const owner = await accounts.visitor(OWNER)
  await addPasskey(owner)
  return owner
}
const messageOf = async (visitor: Visitor, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  (await visitor.get(`/?${accounts.query({ flow: 'button', ...more })}`, headers)).message?.content

beforeEach(async () => {
  accounts.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + ++days * 86_400_000).toISOString())
  for (const table of ['sessions', 'tokens', 'mails', 'audit_events', 'passkeys', 'recovery_codes'])
    await sql(`delete from ${table}`)
  await sql('update organizations set requires_second_factor = false')
})

describe('the rule', () => {
  test('is set and taken back by an owner who has a second factor, and told to all owners', async () => {
    const owner = await strictOwner()
    expect((await owner.get('/account')).body).toContain('Require a second step in acme')
    await sql('delete from mails')
    const answer = await setRule(owner, 'required')
    expect([answer.status, answer.headers.location, await isRequired()]).toEqual([303, '/account?done=required', true])
    expect((await owner.get('/account?done=required')).body).toContain('A second step is required.')
    const told = await sql<{ recipient: string; subject: string }>('select recipient, subject from mails order by recipient')
    expect(told.map(({ recipient }) => recipient)).toEqual([OWNER, 'viceowner@acme.test'])
    expect(told[0]?.subject).toBe('A second step is required in acme (Marketplace)')
    expect(await accounts.audit('organization.second-factor-rule-changed')).toMatchObject([{ details: { required: true } }])
    await setRule(owner, 'required')
    expect(await accounts.audit('organization.second-factor-rule-changed')).toHaveLength(1)
    await setRule(owner, 'free')
    expect(await isRequired()).toBe(false)
  })

  test('needs a password and a second factor that were given in the last ten minutes', async () => {
    const owner = await strictOwner()
    wait(601)
    const asked = await setRule(owner, 'required')
    expect([asked.body.includes('<h1>Is it you?</h1>'), await isRequired()]).toEqual([true, false])
    expect((await owner.submit(asked, { password: PASSWORD })).body).toContain('Recovery code')
    expect(await isRequired()).toBe(false)
    await sql(`update sessions set second_factor_at = $1`, [accounts.clock.now()])
    expect((await setRule(owner, 'required')).headers.location).toBe('/account?done=required')
  })

  test('is not set by an owner without a second factor, by other roles, for another organization, or by a foreign form', async () => {
    const owner = await accounts.visitor(OWNER)
    expect((await setRule(owner, 'required')).headers.location).toBe('/account?done=own-first')
    for (const email of ['administrator@acme.test', MEMBER, 'owner@globex.test']) {
      const visitor = await accounts.visitor(email)
      await addPasskey(visitor)
      expect((await visitor.get('/account')).body).not.toContain('Require a second step in acme')
      expect((await setRule(visitor, 'required')).headers.location).toBe('/account?done=not-owner')
    }
    const strict = await accounts.visitor('viceowner@acme.test')
    await addPasskey(strict)
    expect((await setRule(strict, 'required', accounts.globex.id)).headers.location).toBe('/account?done=not-owner')
    const fields = { organization: accounts.acme.id, rule: 'required' }
    expect((await strict.post('/account/organizations', fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await setRule(await accounts.visitor(), 'required')).headers.location).toBe('/account')
    expect(await isRequired()).toBe(false)
    expect(await sql('select id from organizations where requires_second_factor')).toEqual([])
  })

  test('is not taken away by an owner without a second factor', async () => {
    await setRule(await strictOwner(), 'required')
    const plain = await accounts.visitor('viceowner@acme.test')
    expect((await setRule(plain, 'free')).headers.location).toBe('/account?done=own-first')
    expect(await isRequired()).toBe(true)
  })

  test('is not set if the owner is suspended before the transaction', async () => {
    const owner = await strictOwner()
    await sql(`update memberships set suspended = true where account_id = $1`, [accounts.acme.people.owner.accountId])
    expect((await setRule(owner, 'required')).headers.location).toBe('/account?done=not-owner')
    await sql(`update memberships set suspended = false`)
    expect(await isRequired()).toBe(false)
  })
})

describe('a member without a second factor', () => {
  test('sets one up before getting a token, and continues the sign-in to the application', async () => {
    const owner = await strictOwner()
    const visitor = await accounts.visitor(MEMBER)
    await setRule(owner, 'required')
    for (const silent of [
      await messageOf(visitor, { prompt: 'none' }),
      await messageOf(visitor, {}, { 'sec-fetch-dest': 'iframe' }),
    ])
      expect(silent?.error).toMatchObject({ identity_exception: 'unauthorized' })
    const answer = await visitor.get(`/?${accounts.query({ flow: 'button', state: 's5' })}`)
    expect(answer.status).toBe(302)
    const location = answer.headers.location ?? ''
    expect(location).toMatch(/^\/account\/second-factor\?/)
    const page = await visitor.get(location)
    expect(page.body).toContain('Set one up here to go on.')
    const done = await addPasskey(visitor, location.slice(location.indexOf('?')))
    const goOn = (/class="button" href="(\/\?[^"]+)"/.exec(done.body)?.[1] ?? '').replaceAll('&amp;', '&')
    const { message } = await visitor.get(goOn)
    expect(message?.content.data).toMatchObject({ state: 's5', access_token: expect.stringMatching(/^dal:/) })
    expect((await messageOf(visitor, { prompt: 'none' }))?.data?.access_token).toBeDefined()
  })

  test('gets tokens of organizations that do not require one', async () => {
    await sql('update organizations set requires_second_factor = true where id = $1', [accounts.acme.id])
    expect((await messageOf(await accounts.visitor('owner@globex.test')))?.data?.access_token).toBeDefined()
  })

  test('is signed out from the moment of the rule, and gets no new token for a code or a refresh token', async () => {
    const code = await accounts.code(MEMBER)
    const exchange = (body: Record<string, string>) =>
      accounts.token({ client_id: 'ours', redirect_uri: REDIRECT, code_verifier: VERIFIER, ...body })
    const { body: token } = await exchange({ grant_type: 'authorization_code', code })
    const late = await accounts.code(MEMBER)
    await sql('update organizations set requires_second_factor = true where id = $1', [accounts.acme.id])
    expect(await accounts.isGood(token.access_token)).toBe(false)
    const headers = { authorization: `Bearer ${token.access_token}` }
    expect((await accounts.app.server.inject({ url: '/api/v2/applications/installed', headers })).statusCode).toBe(401)
    expect(await exchange({ grant_type: 'authorization_code', code: late })).toMatchObject({ status: 400 })
    const refused = await exchange({ grant_type: 'refresh_token', refresh_token: token.refresh_token ?? '' })
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await sql('update organizations set requires_second_factor = false')
    expect(await exchange({ grant_type: 'refresh_token', refresh_token: token.refresh_token ?? '' })).toMatchObject({
      status: 200,
    })
  })

  test('keeps the tokens of other organizations, and those of staff who browse as the member', async () => {
    const [member, staff] = [accounts.acme.people.viewer, accounts.globex.people.owner]
    const [token, ghost] = [
      await createToken(accounts.store, member, 'dal', { expiresAt: new Date('2027-12-01') }),
      await createToken(accounts.store, member, 'dal', { expiresAt: new Date('2027-12-01'), actorId: staff.accountId }),
    ]
    await sql('update accounts set staff = true where id = $1', [staff.accountId])
    try {
      const good = async () => [await accounts.isGood(token), await accounts.isGood(ghost)]
      await sql('update organizations set requires_second_factor = true where id = $1', [accounts.globex.id])
      expect(await good()).toEqual([true, true])
      await sql('update organizations set requires_second_factor = true')
      expect(await good()).toEqual([false, true])
      await sql('update organizations set requires_second_factor = false')
      expect(await good()).toEqual([true, true])
    } finally {
      await sql('update accounts set staff = false')
    }
  })

  test('cannot consent before setting one up', async () => {
    const visitor = await accounts.visitor(MEMBER)
    const page = await visitor.get(`/?${accounts.query({ client_id: 'script' })}`)
    expect(page.body).toContain('asks for access')
    await sql('update organizations set requires_second_factor = true where id = $1', [accounts.acme.id])
    const answer = await visitor.submit(page, {}, 'agree')
    expect(answer.headers.location).toMatch(/^\/account\/second-factor\?/)
    expect(await sql('select id from consents where account_id = $1', [accounts.acme.people.viewer.accountId])).toEqual([])
  })

  test('gets no token while the rule is being set', async () => {
    const visitor = await accounts.visitor(MEMBER)
    const client = await accounts.store.client.pool.connect()
    await client.query('begin')
    await client.query('update organizations set requires_second_factor = true where id = $1', [accounts.acme.id])
    // The request reads the old rule first. Before it makes the token, it waits for the lock and reads the new rule.
    const answered = visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await client.query('commit')
    client.release()
    const answer = await answered
    expect(answer.headers.location).toMatch(/^\/account\/second-factor\?/)
    expect(await sql('select hash from tokens')).toEqual([])
  })

  test('has to set one up again after removing the last one', async () => {
    const owner = await strictOwner()
    await setRule(owner, 'required')
    expect((await messageOf(owner))?.data?.access_token).toBeDefined()
    const [key] = await sql<{ id: string }>('select id from passkeys')
    await owner.post('/account/second-factor/remove', { factor: key?.id ?? '' }, OWN)
    expect((await owner.get(`/?${accounts.query()}`)).headers.location).toMatch(/^\/account\/second-factor\?/)
  })
})
