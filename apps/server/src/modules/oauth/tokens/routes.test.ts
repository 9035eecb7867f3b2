import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, CHALLENGE, openAccounts, REDIRECT, SERVER_SECRET, VERIFIER } from '../../../../test/accounts.ts'
import { hashSecret } from '../../clients/tokens/secrets.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())
beforeEach(() => accounts.clock.set('2026-11-20T12:00:00Z'))

const exchange = (code: string, more: Record<string, string> = {}) =>
  accounts.token({
    grant_type: 'authorization_code',
    code,
    client_id: 'ours',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    ...more,
  })
const refresh = (refresh_token: string | undefined, more: Record<string, string> = {}) =>
  accounts.token({ grant_type: 'refresh_token', refresh_token: refresh_token ?? '', client_id: 'ours', ...more })
const serverCode = () => accounts.code('owner@acme.test', { client_id: 'server' })
const NO_CHALLENGE = { client_id: 'server-without-pkce', code_challenge: '', code_challenge_method: '' }
const exchangeServer = (code: string, more: Record<string, string> = {}) =>
  accounts.token({
    grant_type: 'authorization_code',
    code,
    client_id: 'server',
    client_secret: SERVER_SECRET,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    ...more,
  })
const refused = (error: string, status = 400) => expect.objectContaining({ status, body: expect.objectContaining({ error }) })

describe('a code', () => {
  test('is exchanged for a token once, with all fields that published clients read', async () => {
    const { acme, info } = accounts
    const answer = await exchange(await accounts.code())
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^dal:[\w-]{43}$/),
      account_id: acme.people.owner.accountId,
      expires_in: 28_800,
      organization_id: acme.id,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: expect.stringContaining('integrations_manage,hd_integrations_manage'),
      token_type: 'Bearer',
    })
    expect((await info(answer.body.access_token)).json()).toMatchObject({ client_id: 'ours', expires_in: 28_800 })
  })

  test('is accepted in a form and in JSON, with the grant types code and authorization_code', async () => {
    const { app, code } = accounts
    const form = new URLSearchParams({
      grant_type: 'code',
      code: await code(),
      client_id: 'ours',
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
    })
    const answer = await app.accounts.inject({
      method: 'POST',
      url: '/v2/token',
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.statusCode).toBe(200)
    expect((await exchange(await code(), { grant_type: 'code' })).status).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['another address', { redirect_uri: 'https://app.test/callback/other' }],
    ['another address, the same page', { redirect_uri: 'https://app.test/callback/' }],
    ['no address', { redirect_uri: '' }],
    ['another client', { client_id: 'other' }],
    ['no verifier', { code_verifier: '' }],
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['the challenge for the verifier', { code_verifier: CHALLENGE }],
  ])('is refused with %s, and is not used up by that', async (_, more) => {
    const code = await accounts.code()
    expect(await exchange(code, more)).toEqual(refused('invalid_grant'))
    expect((await exchange(code)).status).toBe(200)
  })

  test('of a server application needs the client’s secret and a verifier', async () => {
    expect(await exchangeServer(await serverCode(), { client_secret: 'wrong' })).toEqual(refused('invalid_client', 401))
    expect(await exchangeServer(await serverCode(), { client_secret: '' })).toEqual(refused('invalid_client', 401))
    const code = await serverCode()
    expect(await exchangeServer(code, { code_verifier: '' })).toEqual(refused('invalid_grant'))
    expect((await exchangeServer(code)).status).toBe(200)
  })

  test('of a server application needs a challenge, unless the client is registered without PKCE', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const without = accounts.codeQuery({ client_id: 'server', flow: 'button', code_challenge: '', code_challenge_method: '' })
    expect((await visitor.get(`/?${without}`)).message?.content).toEqual({ error: { oauth_exception: 'invalid_request' } })
    const old = { client_id: 'server-without-pkce' }
    const code = () => accounts.code('owner@acme.test', NO_CHALLENGE)
    expect(await exchangeServer(await code(), old)).toEqual(refused('invalid_grant'))
    expect((await exchangeServer(await code(), { ...old, code_verifier: '' })).status).toBe(200)
    const withChallenge = await accounts.code('owner@acme.test', old)
    expect(await exchangeServer(withChallenge, { ...old, code_verifier: '' })).toEqual(refused('invalid_grant'))
    expect((await exchangeServer(withChallenge, old)).status).toBe(200)
  })

  test('of a JavaScript application always needs a challenge, whatever its registration says', async () => {
    const register = accounts.store.client.pool.query(`update oauth_clients set pkce_required = false where id = 'ours'`)
    await expect(register).rejects.toThrow('oauth_clients_pkce')
  })

  test('is accepted with the secret in the header or in the body, but not in both', async () => {
    const { token } = accounts
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    })
    const body = async () => ({
      grant_type: 'code',
      code: await serverCode(),
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
    })
    expect((await token(await body(), basic('server', SERVER_SECRET))).status).toBe(200)
    const wrong = await token(await body(), basic('server', 'wrong'))
    expect(wrong).toEqual(refused('invalid_client', 401))
    expect(wrong.headers['www-authenticate']).toMatch(/^Basic/)
    expect(await token({ ...(await body()), client_secret: SERVER_SECRET }, basic('server', SERVER_SECRET))).toEqual(
      refused('invalid_client', 401),
    )
  })

  test('lives five minutes', async () => {
    const code = await accounts.code()
    accounts.clock.set('2026-11-20T12:05:00Z')
    expect(await exchange(code)).toEqual(refused('invalid_grant'))
  })

  test('that is used twice revokes all tokens of its family, which is audited', async () => {
    const { isGood, audit, acme } = accounts
    const code = await accounts.code()
    const first = await exchange(code)
    expect(await isGood(first.body.access_token)).toBe(true)
    expect(await exchange(code)).toEqual(refused('invalid_grant'))
    expect(await isGood(first.body.access_token)).toBe(false)
    expect(await refresh(first.body.refresh_token)).toEqual(refused('invalid_grant'))
    expect((await audit('token.family-revoked')).at(-1)).toMatchObject({
      account_id: acme.people.owner.accountId,
      organization_id: acme.id,
      details: { client: 'ours', reused: 'code' },
    })
  })

  test('that another client uses again revokes nothing', async () => {
    const code = await accounts.code()
    const first = await exchange(code)
    expect(await exchange(code, { client_id: 'other' })).toEqual(refused('invalid_grant'))
    expect(await accounts.isGood(first.body.access_token)).toBe(true)
  })

  test('in twenty simultaneous requests is exchanged once, and its tokens are revoked', async () => {
    const code = await accounts.code()
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(await accounts.isGood(won[0]?.body.access_token)).toBe(false)
    expect(await refresh(won[0]?.body.refresh_token)).toEqual(refused('invalid_grant'))
  })

  test('of an account that was suspended meanwhile is refused', async () => {
    const code = await accounts.code('viewer@globex.test')
    await suspend('viewer@globex.test')
    expect(await exchange(code)).toEqual(refused('invalid_grant'))
  })
})

const suspend = (email: string) =>
  accounts.store.client.pool.query(
    'update memberships set suspended = true where account_id = (select id from accounts where email = $1)',
    [email],
  )

describe('a refresh token', () => {
  test('of a JavaScript application is replaced at each use; the earlier access token stays valid', async () => {
    const first = await exchange(await accounts.code())
    const second = await refresh(first.body.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token)
    expect(await accounts.isGood(second.body.access_token)).toBe(true)
    expect(await accounts.isGood(first.body.access_token)).toBe(true)
    expect((await refresh(second.body.refresh_token)).status).toBe(200)
  })

  test('that is used twice revokes its family', async () => {
    const first = await exchange(await accounts.code())
    const second = await refresh(first.body.refresh_token)
    const third = await refresh(second.body.refresh_token)
    expect(await refresh(first.body.refresh_token)).toEqual(refused('invalid_grant'))
    for (const { body } of [first, second, third]) expect(await accounts.isGood(body.access_token)).toBe(false)
    expect(await refresh(third.body.refresh_token)).toEqual(refused('invalid_grant'))
  })

  test('in twenty simultaneous requests is exchanged once, and its family is revoked', async () => {
    const first = await exchange(await accounts.code())
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.body.refresh_token)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant')).toHaveLength(19)
    for (const { body } of [first, ...won]) expect(await accounts.isGood(body.access_token)).toBe(false)
    const { rows } = await accounts.store.client.pool.query(
      `select count(*)::int as all, count(*) filter (where revoked_at is null)::int as good from tokens
       where family_id = (select family_id from tokens where hash = $1)`,
      [hashSecret(first.body.access_token ?? '')],
    )
    // The rows are one code and two pairs of access and refresh tokens.
    expect(rows).toEqual([{ all: 5, good: 0 }])
  })

  test('of a server application stays the same, and each use extends it', async () => {
    const first = await exchangeServer(await serverCode())
    const again = { client_id: 'server', client_secret: SERVER_SECRET }
    for (const day of ['2026-12-15', '2027-01-10', '2027-02-05']) {
      accounts.clock.set(`${day}T12:00:00Z`)
      const answer = await refresh(first.body.refresh_token, again)
      expect(answer).toMatchObject({ status: 200, body: { refresh_token: first.body.refresh_token } })
      expect(await accounts.isGood(answer.body.access_token)).toBe(true)
    }
    expect(await refresh(first.body.refresh_token, { client_id: 'server' })).toEqual(refused('invalid_client', 401))
    accounts.clock.set('2027-04-01T12:00:00Z')
    expect(await refresh(first.body.refresh_token, again)).toEqual(refused('invalid_grant'))
  })

  test('of another client is unknown, and ends nothing', async () => {
    const first = await exchange(await accounts.code())
    expect(await refresh(first.body.refresh_token, { client_id: 'other' })).toEqual(refused('invalid_grant'))
    expect((await refresh(first.body.refresh_token)).status).toBe(200)
  })
})

describe('the token endpoint', () => {
  test.each<[string, Record<string, string>, string, number]>([
    ['no grant type', {}, 'invalid_request', 400],
    ['an unknown grant type', { grant_type: 'password' }, 'unsupported_grant_type', 400],
    ['no code', { grant_type: 'code', client_id: 'ours' }, 'invalid_request', 400],
    ['no refresh token', { grant_type: 'refresh_token', client_id: 'ours' }, 'invalid_request', 400],
    ['no client', { grant_type: 'code', code: 'x' }, 'invalid_client', 401],
    ['an unknown client', { grant_type: 'code', code: 'x', client_id: 'nobody' }, 'invalid_client', 401],
    ['an unknown code', { grant_type: 'code', code: 'x', client_id: 'ours' }, 'invalid_grant', 400],
    [
      'a code in place of a refresh token',
      { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'ours' },
      'invalid_grant',
      400,
    ],
  ])('%s', async (_, body, error, status) => {
    const answer = await accounts.token(body)
    expect(answer).toEqual(refused(error, status))
    expect(answer.body).toMatchObject({ error_description: expect.any(String), request_id: answer.headers['x-request-id'] })
    expect(answer.body).not.toHaveProperty('code')
  })

  test.each(['[]', 'null', '"x"', '{', '{"grant_type":["code"]}', '{"grant_type":"code","code":{"a":1}}', '1'])(
    'an invalid body is a bad request: %s',
    async (payload) => {
      const answer = await accounts.app.accounts.inject({
        method: 'POST',
        url: '/v2/token',
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ error: 'invalid_request' })
    },
  )

  test('may be called from any origin, without credentials', async () => {
    const answer = await accounts.app.accounts.inject({
      method: 'OPTIONS',
      url: '/v2/token',
      headers: { origin: 'https://app.test', 'access-control-request-method': 'POST' },
    })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('revokes a token together with its refresh token', async () => {
    const { app, isGood } = accounts
    const pair = await exchange(await accounts.code())
    const revoke = (token: string | undefined) =>
      app.accounts.inject({ method: 'DELETE', url: '/v2/token', headers: { authorization: `Bearer ${token}` } })
    expect((await revoke(pair.body.access_token)).statusCode).toBe(200)
    expect(await isGood(pair.body.access_token)).toBe(false)
    expect(await refresh(pair.body.refresh_token)).toEqual(refused('invalid_grant'))
    expect((await revoke(pair.body.access_token)).statusCode).toBe(401)
  })

  test('a refresh token is not accepted as an access token, and a code only at /v2/info', async () => {
    const { app, info } = accounts
    const code = await accounts.code()
    expect((await info(code)).statusCode).toBe(200)
    const headers = { authorization: `Bearer ${code}` }
    expect((await app.accounts.inject({ method: 'GET', url: '/v2/accounts/me', headers })).statusCode).toBe(401)
    const { body } = await exchange(code)
    expect((await info(code)).statusCode).toBe(401)
    expect((await info(body.refresh_token)).statusCode).toBe(401)
  })
})

describe('current permissions', () => {
  test('a token loses its scopes at the next call after its account was demoted or suspended', async () => {
    const { info, store, globex } = accounts
    const { body } = await exchange(await accounts.code('owner@globex.test'))
    const scope = async () => (await info(body.access_token)).json().scope as string
    expect(await scope()).toContain('billing_manage')
    const { accountId } = globex.people.owner
    await store.client.pool.query(`update memberships set role = 'normal' where account_id = $1`, [accountId])
    expect(await scope()).toBe('chats--all:ro')
    await suspend('owner@globex.test')
    expect((await info(body.access_token)).statusCode).toBe(401)
    expect(await refresh(body.refresh_token)).toEqual(refused('invalid_grant'))
  })
})

test('the stored tokens and sessions contain no code, token or session secret', async () => {
  const code = await accounts.code()
  const visitor = await accounts.visitor('owner@acme.test')
  const { body } = await exchange(code)
  const { rows } = await accounts.store.client.pool.query('select row_to_json(t)::text as row from tokens t')
  const sessions = await accounts.store.client.pool.query('select row_to_json(s)::text as row from sessions s')
  const kept = [...rows, ...sessions.rows].map(({ row }) => row as string).join('\n')
  const secret = visitor.cookie().split('=')[1] ?? 'none'
  const held = [code, body.access_token, body.access_token?.split(':')[1], body.refresh_token, secret]
  expect(held.filter((each) => each === undefined || each.length < 40 || kept.includes(each))).toEqual([])
  expect(kept.includes('"kind":"refresh"')).toBe(true)
})

test('a form that is too long is refused before it is read', async () => {
  const { statusCode } = await accounts.app.accounts.inject({
    method: 'POST',
    url: '/v2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'a=b&'.repeat(50_000),
  })
  expect(statusCode).toBe(413)
})
