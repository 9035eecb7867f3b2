// Tests that the second factor is requested again for new or removed factors, new recovery codes, and changes of an organization's rule.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD } from '../../../../test/accounts.ts'
import { openAuthenticator, type Options } from '../../../../test/authenticator.ts'
import { fingerprint } from '../../../../test/fingerprint.ts'
import type { Answered, Visitor } from '../../../../test/visitor.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())

const OWN = { 'sec-fetch-site': 'same-origin' }
const EMAIL = 'owner@acme.test'
const ADDRESS = '/account/second-factor'
let days = 0
const wait = (seconds: number) => accounts.wait(seconds)
const sql = <Row>(text: string, values?: unknown[]) => accounts.sql<Row>(text, values)
const count = async (table: string) => (await sql<object>(`select from ${table}`)).length
const subjects = async () =>
  (await sql<{ subject: string }>('select subject from mails order by created_at, id')).map(({ subject }) => subject)
const send = (visitor: Visitor, path: string, fields: Record<string, string> = {}) => visitor.post(path, fields, OWN)
const isAsked = ({ body }: Answered) => body.includes('<h1>Is it you?</h1>')
const asksFor = ({ body }: Answered) => ['password', 'proof'].filter((name) => body.includes(`<input id="${name}"`))

const codeOf = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: accounts.clock.now().getTime() })
const wrongCode = (secret: string) => (codeOf(secret).startsWith('1') ? '222222' : '111111')
const secretOn = ({ body }: Answered): string => (/<code>([A-Z2-7 ]+)<\/code>/.exec(body)?.[1] ?? '').replaceAll(' ', '')
const codesOn = ({ body }: Answered): string[] =>
  [...body.matchAll(/<code>([0-9a-z-]{27})<\/code>/g)].map(([, code]) => code ?? '')
const optionsOn = ({ body }: Answered) =>
  JSON.parse((/data-options="([^"]+)"/.exec(body)?.[1] ?? 'null').replaceAll('&quot;', '"')) as Options

/** A browser in which an app was turned on some time ago: its session is open, but its password and its code are too old. */
const withApp = async () => {
  const visitor = await accounts.visitor(EMAIL)
  const page = await send(visitor, `${ADDRESS}/app`)
  const secret = secretOn(page)
  const codes = codesOn(await visitor.submit(page, { code: codeOf(secret) }))
  wait(601)
  await sql('delete from mails')
  return { visitor, secret, codes }
}
/** A browser in which a passkey was added some time ago. */
const withPasskey = async () => {
  const visitor = await accounts.visitor(EMAIL)
  const key = openAuthenticator('https://accounts.test')
  const passkey = key.create(optionsOn(await send(visitor, `${ADDRESS}/passkeys`)))
  await send(visitor, `${ADDRESS}/passkeys`, { name: 'My key', passkey })
  wait(601)
  return { visitor, key }
}
/** A browser in which the person has signed in with the second step. */
const signedIn = async (secret: string) => {
  const visitor = await accounts.visitor()
  const answer = await visitor.submit(await visitor.signIn(accounts.query(), EMAIL, PASSWORD), { code: codeOf(secret) })
  expect(answer.status).toBe(303)
  return visitor
}

beforeEach(async () => {
  accounts.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + ++days * 86_400_000).toISOString())
  for (const table of ['sessions', 'tokens', 'mails', 'audit_events', 'authenticator_apps', 'recovery_codes', 'passkeys'])
    await sql(`delete from ${table}`)
  await sql('update organizations set requires_second_factor = false')
})

const FORMS = [
  ['removing a second step', `${ADDRESS}/remove`, () => ({ factor: 'app' }), '/account/second-factor?done=removed'],
  ['new recovery codes', `${ADDRESS}/codes`, () => ({}), '<h1>Your recovery codes</h1>'],
  ['another second step', `${ADDRESS}/passkeys`, () => ({}), '<h1>Add a passkey</h1>'],
  ['an app', `${ADDRESS}/app`, () => ({}), '<h1>Set up an authenticator app</h1>'],
  [
    'the rule of an organization',
    '/account/organizations',
    () => ({ organization: accounts.acme.id, rule: 'required' }),
    '/account?done=required',
  ],
] as const

describe.each(FORMS)('%s', (_, path, fields, done) => {
  const isDone = ({ body, headers }: Answered) => body.includes(done) || headers.location === done
  const stored = () => fingerprint(sql, ['sessions'], 'session.refused')

  test('is refused with the password alone', async () => {
    const { visitor } = await withApp()
    const before = await stored()
    const asked = await send(visitor, path, fields())
    expect([isAsked(asked), asksFor(asked)]).toEqual([true, ['password', 'proof']])
    const again = await visitor.submit(asked, { password: PASSWORD })
    expect([isAsked(again), asksFor(again)]).toEqual([true, ['proof']])
    expect(asksFor(await visitor.submit(again))).toEqual(['proof'])
    expect(await stored()).toBe(before)
  })

  test('is done with the password and a code, which is used up', async () => {
    const { visitor, secret } = await withApp()
    const code = codeOf(secret)
    const asked = await send(visitor, path, fields())
    expect(isDone(await visitor.submit(asked, { password: PASSWORD, proof: code }))).toBe(true)
    const elsewhere = await accounts.visitor()
    const step = await elsewhere.signIn(accounts.query(), EMAIL, PASSWORD)
    if (step.status === 200) expect((await elsewhere.submit(step, { code })).status).toBe(401)
  })

  test('is done without a question in a session that came through the second step lately', async () => {
    const { secret } = await withApp()
    const visitor = await signedIn(secret)
    wait(540)
    expect(isDone(await send(visitor, path, fields()))).toBe(true)
    wait(61)
    expect(isAsked(await send(visitor, path, fields()))).toBe(true)
  })
})

describe('the question', () => {
  test('gives its browser a new session, so that a copy of the old cookie is worth nothing', async () => {
    const { visitor, secret } = await withApp()
    const copied = visitor.cookie()
    const { message } = await visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    const asCopied = (path: string) => accounts.app.accounts.inject({ method: 'GET', url: path, headers: { cookie: copied } })
    const asked = await send(visitor, `${ADDRESS}/codes`)
    // Half of an answer changes nothing.
    const half = await visitor.submit(asked, { password: PASSWORD })
    expect((await asCopied('/account')).body).toContain('<h1>Your account</h1>')
    expect((await visitor.submit(half, { proof: codeOf(secret) })).body).toContain('<h1>Your recovery codes</h1>')
    expect((await asCopied('/account')).body).toContain('<h1>Sign in</h1>')
    expect((await visitor.get('/account')).body).toContain('<h1>Your account</h1>')
    expect(await count('sessions')).toBe(1)
    // What the marketplace has in this session goes on, and ends with it.
    const token = message?.content.data?.access_token
    expect(await accounts.isGood(token)).toBe(true)
    await send(visitor, '/account/signout')
    expect(await accounts.isGood(token)).toBe(false)
  })

  test('does not make the secret of an app another one that was being set up', async () => {
    const visitor = await accounts.visitor(EMAIL)
    const page = await send(visitor, `${ADDRESS}/app`)
    const secret = secretOn(page)
    wait(601)
    const asked = await visitor.submit(page, { code: codeOf(secret) })
    expect(asksFor(asked)).toEqual(['password'])
    const again = await visitor.submit(asked, { password: PASSWORD })
    expect(secretOn(again)).toBe(secret)
    expect(codesOn(await visitor.submit(again, { code: codeOf(secret) }))).toHaveLength(10)
  })

  test('is answered by a recovery code too, which a mail tells of', async () => {
    const { visitor, codes } = await withApp()
    const asked = await send(visitor, `${ADDRESS}/passkeys`)
    const answer = await visitor.submit(asked, { password: PASSWORD, proof: codes[0] ?? '' })
    expect(answer.body).toContain('<h1>Add a passkey</h1>')
    expect([await count('recovery_codes'), await subjects()]).toEqual([9, ['A recovery code was used (Marketplace)']])
    wait(601)
    const again = await visitor.submit(await send(visitor, `${ADDRESS}/passkeys`), { password: PASSWORD, proof: codes[0] ?? '' })
    expect([again.status, isAsked(again)]).toEqual([401, true])
  })

  test('is answered by a passkey alone, once, and only by an answer to this question', async () => {
    const { visitor, key } = await withPasskey()
    const remove = () => send(visitor, `${ADDRESS}/remove`, { factor: key.id })
    const asked = await remove()
    expect(asked.body).toContain('Use a passkey')
    const answerWith = (passkey: string) => send(visitor, `${ADDRESS}/codes`, { 'proof-passkey': passkey })
    const forSignIn = JSON.parse((await visitor.get('/signin/passkey/options')).body) as Options
    expect((await answerWith(key.get(forSignIn))).status).toBe(401)
    const stranger = await withStranger()
    expect((await answerWith(stranger.key.get(optionsOn(asked)))).status).toBe(401)
    const passkey = key.get(optionsOn(asked))
    expect((await answerWith(passkey)).body).toContain('<h1>Your recovery codes</h1>')
    wait(601)
    expect((await answerWith(passkey)).status).toBe(401)
    expect(await count('passkeys')).toBe(2)
  })
  /** Another person with a passkey. */
  const withStranger = async () => {
    const visitor = await accounts.visitor('viewer@acme.test')
    const key = openAuthenticator('https://accounts.test')
    const passkey = key.create(optionsOn(await send(visitor, `${ADDRESS}/passkeys`)))
    await send(visitor, `${ADDRESS}/passkeys`, { name: 'My key', passkey })
    return { key }
  }

  test('does not use up a code that comes with a wrong password', async () => {
    const { visitor, codes } = await withApp()
    const asked = await send(visitor, `${ADDRESS}/codes`)
    const answer = await visitor.submit(asked, { password: 'wrong one', proof: codes[0] ?? '' })
    expect([answer.status, asksFor(answer)]).toEqual([401, ['password', 'proof']])
    expect(await count('recovery_codes')).toBe(10)
  })

  test('slows down wrong codes of this session, warns the owner, and leaves the owner’s other session alone', async () => {
    const { visitor, secret } = await withApp()
    const owner = await signedIn(secret)
    await sql('delete from mails')
    wait(601)
    const page = await visitor.submit(await send(visitor, `${ADDRESS}/codes`), { password: PASSWORD })
    const statuses: number[] = []
    for (let tried = 0; tried < 8; tried++) statuses.push((await visitor.submit(page, { proof: wrongCode(secret) })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await visitor.submit(page, { proof: codeOf(secret) })).status).toBe(429)
    expect(await subjects()).toEqual(['Wrong codes on the page of your account (Marketplace)'])
    expect(await accounts.audit('session.refused')).toHaveLength(5)
    const asked = await send(owner, `${ADDRESS}/codes`)
    const done = await owner.submit(asked, { password: PASSWORD, proof: codeOf(secret) })
    expect(done.body).toContain('<h1>Your recovery codes</h1>')
  })

  test('counts codes before it checks them: of twenty simultaneous ones it checks five', async () => {
    const { visitor, secret } = await withApp()
    const page = await visitor.submit(await send(visitor, `${ADDRESS}/codes`), { password: PASSWORD })
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.submit(page, { proof: wrongCode(secret) })))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  test('is not asked for a first second step, for which the password is enough', async () => {
    const visitor = await accounts.visitor(EMAIL)
    wait(601)
    const asked = await send(visitor, `${ADDRESS}/app`)
    expect(asksFor(asked)).toEqual(['password'])
    expect(secretOn(await visitor.submit(asked, { password: PASSWORD }))).not.toBe('')
  })
})
