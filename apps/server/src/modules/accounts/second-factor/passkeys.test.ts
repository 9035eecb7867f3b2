import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD } from '../../../../test/accounts.ts'
import { type Authenticator, openAuthenticator, type Options } from '../../../../test/authenticator.ts'
import type { Answered, Visitor } from '../../../../test/visitor.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())

const OWN = { 'sec-fetch-site': 'same-origin' }
const EMAIL = 'owner@acme.test'
const ORIGIN = 'https://accounts.test'
const ADD = '/account/second-factor/passkeys'
let days = 0
const wait = (seconds: number) => accounts.wait(seconds)
const sql = <Row>(text: string, values?: unknown[]) => accounts.sql<Row>(text, values)
const subjects = async () =>
  (await sql<{ subject: string }>('select subject from mails order by created_at, id')).map(({ subject }) => subject)
const count = async (table: string) => (await sql<object>(`select from ${table}`)).length
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/account')).body.includes('<h1>Your account</h1>')
/** The request to the browser for a passkey, from a page. */
const optionsOn = ({ body }: Answered): Options =>
  JSON.parse((/data-options="([^"]+)"/.exec(body)?.[1] ?? 'null').replaceAll('&quot;', '"')) as Options
const stepOn = ({ body }: Answered): string => /name="step" value="([^"]+)"/.exec(body)?.[1] ?? ''

const add = async (visitor: Visitor, key: Authenticator = openAuthenticator(ORIGIN)) => {
  const options = optionsOn(await visitor.post(ADD, {}, OWN))
  const answer = await visitor.post(ADD, { name: 'My key', passkey: key.create(options) }, OWN)
  return { key, answer }
}
const signInWith = async (passkey: string, visitor: Visitor) =>
  visitor.post(`/signin/passkey?${accounts.query({ state: 's1', prompt: 'login' })}`, { passkey }, OWN)
const optionsFor = async (visitor: Visitor) => JSON.parse((await visitor.get('/signin/passkey/options')).body) as Options

beforeEach(async () => {
  accounts.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + ++days * 86_400_000).toISOString())
  for (const table of [
    'sessions',
    'tokens',
    'mails',
    'audit_events',
    'passkeys',
    'authenticator_apps',
    'recovery_codes',
    'used_challenges',
  ])
    await sql(`delete from ${table}`)
})

describe('adding a passkey', () => {
  test('stores its public key, shows recovery codes, ends other sessions and sends a mail', async () => {
    const [visitor, elsewhere] = [await accounts.visitor(EMAIL), await accounts.visitor(EMAIL)]
    await sql('delete from mails')
    const { answer, key } = await add(visitor)
    expect(answer.body).toContain('<h1>Your recovery codes</h1>')
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(await sql('select id, name, counter, transports from passkeys')).toEqual([
      { id: key.id, name: 'My key', counter: '1', transports: ['internal'] },
    ])
    expect(await subjects()).toEqual(['A second step was added to your sign-in (Marketplace)'])
    expect((await visitor.get('/account/second-factor')).body).toContain('My key')
    const second = await add(visitor)
    expect([second.answer.status, second.answer.headers.location]).toEqual([303, '/account/second-factor?done=added'])
    expect(await count('recovery_codes')).toBe(10)
  })

  test.each<[string, (key: Authenticator, options: Options) => Record<string, string>]>([
    ['another origin', (key, options) => ({ passkey: key.create(options, { origin: 'https://evil.test' }) })],
    ['another site', (key, options) => ({ passkey: key.create({ ...options, rp: { id: 'evil.test' } }) })],
    ['a challenge that is not ours', (key, options) => ({ passkey: key.create(options, { challenge: 'A'.repeat(75) }) })],
    ['nobody who was verified', (key, options) => ({ passkey: key.create(options, { flags: 0x41 }) })],
    ['nothing', () => ({ passkey: 'null' })],
    ['no JSON', () => ({ passkey: '{' })],
    [
      'no attestation',
      (key, options) => ({ passkey: key.create(options).replace(/"attestationObject":"[^"]+"/, '"attestationObject":"AAAA"') }),
    ],
    ['no name', (key, options) => ({ passkey: key.create(options), name: '  ' })],
    ['a name that turns around', (key, options) => ({ passkey: key.create(options), name: 'My \u202eyek' })],
  ])('refuses %s, and keeps nothing', async (_, answer) => {
    const visitor = await accounts.visitor(EMAIL)
    const options = optionsOn(await visitor.post(ADD, {}, OWN))
    const given = { name: 'My key', ...answer(openAuthenticator(ORIGIN), options) }
    expect((await visitor.post(ADD, given, OWN)).status).toBe(422)
    expect([await count('passkeys'), await count('recovery_codes')]).toEqual([0, 0])
  })

  test('fetches no address of a certificate', async () => {
    let asked = 0
    const server = createServer((_, response) => {
      asked += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const visitor = await accounts.visitor(EMAIL)
    const options = optionsOn(await visitor.post(ADD, {}, OWN))
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', Buffer.from(`http://127.0.0.1:${port}/crl`)],
      ['x5c', [Buffer.from(`http://127.0.0.1:${port}/crl`)]],
    ])
    for (const format of ['packed', 'tpm', 'android-key', 'fido-u2f', 'apple', 'android-safetynet']) {
      const passkey = openAuthenticator(ORIGIN).create(options, { format, statement })
      expect((await visitor.post(ADD, { name: 'My key', passkey }, OWN)).status).toBe(422)
    }
    expect([asked, await count('passkeys'), await count('used_challenges')]).toEqual([0, 0, 0])
    server.close()
  })

  test('accepts a challenge of this session once, within ten minutes', async () => {
    const [visitor, stranger] = [await accounts.visitor(EMAIL), await accounts.visitor('viewer@acme.test')]
    const options = optionsOn(await visitor.post(ADD, {}, OWN))
    const send = (who: Visitor, key = openAuthenticator(ORIGIN)) =>
      who.post(ADD, { name: 'My key', passkey: key.create(options) }, OWN)
    expect((await send(stranger)).status).toBe(422)
    const answers = await Promise.all([send(visitor), send(visitor)])
    // The other request finds the challenge used. If it has read the session just before the passkey was there, it asks for a second factor.
    const isAdded = ({ body }: Answered) => body.includes('<h1>Your recovery codes</h1>')
    const refused = answers.filter((answer) => !isAdded(answer))
    expect(refused).toHaveLength(1)
    expect(refused[0]?.status === 422 || refused[0]?.body.includes('<h1>Is it you?</h1>')).toBe(true)
    expect(await count('passkeys')).toBe(1)
    const late = optionsOn(await visitor.post(ADD, {}, OWN))
    wait(600)
    const answer = await visitor.post(ADD, { name: 'Late', passkey: openAuthenticator(ORIGIN).create(late) }, OWN)
    expect(answer.status).toBe(422)
  })

  test('accepts no passkey that an account has already, and at most twenty', async () => {
    const [visitor, other] = [await accounts.visitor(EMAIL), await accounts.visitor('viewer@acme.test')]
    const { key } = await add(visitor)
    expect((await add(other, key)).answer.status).toBe(422)
    await sql(
      `insert into passkeys (id, account_id, name, public_key, counter, transports, created_at)
       select 'k' || n, account_id, name, public_key, 0, '{}', now() from passkeys, generate_series(1, 19) n`,
    )
    expect((await add(visitor)).answer.status).toBe(422)
    expect(await count('passkeys')).toBe(20)
  })

  test('needs a sign-in of the last ten minutes, and a form of the same origin', async () => {
    const visitor = await accounts.visitor(EMAIL)
    expect((await visitor.post(ADD, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    wait(601)
    expect((await visitor.post(ADD, {}, OWN)).body).toContain('<h1>Is it you?</h1>')
    const nobody = await (await accounts.visitor()).post(ADD, {}, OWN)
    expect([nobody.status, nobody.headers.location]).toEqual([303, '/account'])
  })
})

describe('a passkey in place of the password', () => {
  test('signs in, and continues the sign-in to the application', async () => {
    const { key } = await add(await accounts.visitor(EMAIL))
    await sql('delete from mails')
    await sql('delete from audit_events')
    const visitor = await accounts.visitor()
    const answer = await signInWith(key.get(await optionsFor(visitor)), visitor)
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toContain('state=s1')
    expect(answer.headers.location).not.toContain('prompt')
    expect(await isSignedIn(visitor)).toBe(true)
    expect(await accounts.audit('session.started')).toMatchObject([{ details: { secondFactor: 'passkey' } }])
    expect(await subjects()).toEqual(['A new sign-in to your account (Marketplace)'])
    const again = await visitor.post('/signin/passkey', { passkey: key.get(await optionsFor(await accounts.visitor())) }, OWN)
    expect([again.status, again.headers.location]).toEqual([303, '/account'])
    expect(await subjects()).toHaveLength(1)
  })

  test.each([true, false])('is accepted from one of three simultaneous requests (a key that counts: %s)', async (counts) => {
    const { key } = await add(await accounts.visitor(EMAIL), openAuthenticator(ORIGIN, { counts }))
    const visitors = [await accounts.visitor(), await accounts.visitor(), await accounts.visitor()]
    const passkey = key.get(await optionsFor(await accounts.visitor()))
    const answers = await Promise.all(visitors.map((visitor) => signInWith(passkey, visitor)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401, 401])
    expect((await signInWith(passkey, await accounts.visitor())).status).toBe(401)
  })

  test.each<[string, (key: Authenticator, options: Options) => string]>([
    ['another origin', (key, options) => key.get(options, { origin: 'https://evil.test' })],
    ['another site', (key, options) => key.get({ ...options, rpId: 'evil.test' })],
    ['nobody who was verified', (key, options) => key.get(options, { flags: 0x01 })],
    ['another account', (key, options) => key.get(options, { userHandle: Buffer.from('somebody').toString('base64url') })],
    ['a challenge that is not ours', (key, options) => key.get(options, { challenge: 'A'.repeat(75) })],
    ['a passkey that is not known', (_, options) => openAuthenticator(ORIGIN).get(options)],
    ['a wrong signature', (key, options) => key.get(options).replace(/"signature":"[^"]{8}/, '"signature":"AAAAAAAA')],
    [
      'a copy that has counted less',
      (key, options) => {
        key.rewind(1)
        return key.get(options)
      },
    ],
  ])('refuses %s', async (_, answer) => {
    const { key } = await add(await accounts.visitor(EMAIL))
    const visitor = await accounts.visitor()
    const refused = await signInWith(answer(key, await optionsFor(visitor)), visitor)
    expect([refused.status, refused.body.includes('This passkey did not work')]).toEqual([401, true])
    expect(await isSignedIn(visitor)).toBe(false)
    expect(await accounts.audit('session.refused')).toMatchObject([{ details: { reason: 'passkey' } }])
  })

  test('refuses a challenge that is for another purpose or too old', async () => {
    const owner = await accounts.visitor(EMAIL)
    const { key } = await add(owner)
    const forAdding = optionsOn(await owner.post(ADD, {}, OWN))
    const visitor = await accounts.visitor()
    expect((await signInWith(key.get({ ...forAdding, rpId: 'accounts.test' }), visitor)).status).toBe(401)
    const options = await optionsFor(visitor)
    wait(600)
    expect((await signInWith(key.get(options), visitor)).status).toBe(401)
  })

  test('is refused once it was removed', async () => {
    const owner = await accounts.visitor(EMAIL)
    const { key } = await add(owner)
    await sql('delete from mails')
    const stranger = await accounts.visitor('viewer@acme.test')
    const remove = (who: Visitor) => who.post('/account/second-factor/remove', { factor: key.id }, OWN)
    expect((await remove(stranger)).headers.location).toContain('done=refused')
    expect((await remove(owner)).headers.location).toContain('done=removed')
    expect(await subjects()).toContain('A second step was removed from your sign-in (Marketplace)')
    const visitor = await accounts.visitor()
    expect((await signInWith(key.get(await optionsFor(visitor)), visitor)).status).toBe(401)
    expect(await count('recovery_codes')).toBe(0)
  })

  test('is accepted from a form of the same origin, and not in a frame', async () => {
    const visitor = await accounts.visitor()
    expect((await visitor.post('/signin/passkey', { passkey: '{}' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await visitor.post('/signin/passkey', { passkey: '{}' }, { ...OWN, 'sec-fetch-dest': 'iframe' })).status).toBe(403)
  })
})

describe('a passkey after the password', () => {
  test('must be one of the account’s own, and signs in once', async () => {
    const { key } = await add(await accounts.visitor(EMAIL))
    const other = await add(await accounts.visitor('viewer@acme.test'))
    const visitor = await accounts.visitor()
    const page = await visitor.signIn(accounts.query({ state: 's2' }), EMAIL, PASSWORD)
    const options = optionsOn(page) as Options & { allowCredentials: { id: string }[] }
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([key.id])
    const send = (passkey: string) =>
      visitor.post(`/signin/second-factor?${accounts.query({ state: 's2' })}`, { step: stepOn(page), passkey }, OWN)
    expect((await send(other.key.get(options))).status).toBe(401)
    expect((await send(key.get(await optionsFor(await accounts.visitor())))).status).toBe(401)
    const passkey = key.get(options)
    const answers = await Promise.all([send(passkey), send(passkey)])
    expect(
      answers
        .map(({ status }) => status)
        .toSorted()
        .at(0),
    ).toBe(303)
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(await isSignedIn(visitor)).toBe(true)
  })
})

test('the script comes from the same origin, and its pages allow no other script', async () => {
  const visitor = await accounts.visitor()
  const page = await visitor.get(`/signin?${accounts.query()}`)
  const [, path = ''] = /<script src="([^"]+)" defer><\/script>/.exec(page.body) ?? []
  expect(page.body.match(/<script/g)).toHaveLength(1)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'; connect-src 'self';")
  const script = await visitor.get(path)
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(script.body).toContain('SimpleWebAuthnBrowser')
  expect((await visitor.get(`/signup?${accounts.query()}`)).body).not.toContain('<script')
})
