// While a request of a form of the accounts server waits for a lock, the test removes the request's basis, such as the session. The request
// must then write nothing, and the person must be asked to sign in.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import type { Endpoint } from '@marketplace/contracts/core/endpoint'
import { hashSecret, newSecret } from '../src/modules/clients/index.ts'
import { type Accounts, openAccounts, PASSWORD, REDIRECT } from './accounts.ts'
import { openAuthenticator, type Options } from './authenticator.ts'
import { fingerprint } from './fingerprint.ts'
import { meanwhile } from './meanwhile.ts'
import type { Answered, Visitor } from './visitor.ts'

const OWN = { 'sec-fetch-site': 'same-origin' }
const EMAIL = 'owner@acme.test'
const NEXT = 'a lovely long password'
const NEW_EMAIL = 'nina@newman.test'
const ORIGIN = 'https://accounts.test'
const SECOND_FACTOR = '/account/second-factor'

let accounts: Accounts
let passwordHash = ''
beforeAll(async () => {
  accounts = await openAccounts()
  const [row] = await sql<{ hash: string }>('select password_hash as hash from accounts where email = $1', [EMAIL])
  passwordHash = row?.hash ?? ''
})
afterAll(() => accounts.close())

const sql = <Row>(text: string, values?: unknown[]) => accounts.sql<Row>(text, values)
const wait = (seconds: number) => accounts.wait(seconds)
const WRITTEN = ['sessions', 'tokens', 'consents', 'mails', 'audit_events', 'password_resets', 'sign_ups', 'sign_in_steps']
const FACTORS = ['authenticator_apps', 'passkeys', 'recovery_codes', 'used_challenges']
let days = 0
beforeEach(async () => {
  accounts.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + ++days * 86_400_000).toISOString())
  for (const table of [...WRITTEN, ...FACTORS]) await sql(`delete from ${table}`)
  await sql('update accounts set password_hash = $1', [passwordHash])
  await sql('update memberships set suspended = false')
  await sql('update organizations set requires_second_factor = false')
})

/** The account, and the session of its browser; empty without a session. */
type Who = { accountId: string; sessionHash: string }
/** The statements of the change that happens meanwhile, with the locks that the server takes for such a change. */
type Loss = (who: Who) => string
const locked = (lock: string, name: string) => `select pg_advisory_xact_lock(hashtextextended('${lock} ${name}', 0));`

const sessionEnds: Loss = ({ sessionHash }) =>
  `${locked('session', sessionHash)} delete from sessions where hash = '${sessionHash}';`
const passwordChanges: Loss = ({ accountId, sessionHash }) =>
  `${locked('password', accountId)} update accounts set password_hash = password_hash || '=' where id = '${accountId}';
   ${sessionHash === '' ? '' : sessionEnds({ accountId, sessionHash })}`
const isSuspended: Loss = ({ accountId }) => `update memberships set suspended = true where account_id = '${accountId}';`
const passkeyIsRemoved: Loss = ({ accountId }) =>
  `${locked('password', accountId)} delete from passkeys where account_id = '${accountId}';`
const linkIsUsed: Loss = () => `${locked('sign-up', NEW_EMAIL)} delete from sign_ups;`

const SIGNED_IN = { 'its session ends': sessionEnds, 'the password is changed elsewhere': passwordChanges }

const BY_PASSWORD = { 'the password is changed elsewhere': passwordChanges }

type Form = {
  /** Prepares the request, and returns a function that sends it. */
  request: (visitor: Visitor) => Promise<() => Promise<Answered>>
  losses: Readonly<Record<string, Loss>>
  /** Whether the person is signed in before the request. */
  signedIn?: boolean
  /** A text on the page that the person sees afterwards. */
  leadsTo?: string
  /** Tables that count the attempt, so their rows may change. */
  counts?: readonly string[]
}

const form = (path: string, fields: (visitor: Visitor) => Record<string, string> | Promise<Record<string, string>>) => ({
  request: async (visitor: Visitor) => {
    const filled = await fields(visitor)
    return () => visitor.post(path, filled, OWN)
  },
  losses: SIGNED_IN,
})

const sealedOn = ({ body }: Answered): string => /name="sealed" value="([^"]+)"/.exec(body)?.[1] ?? ''
const secretOn = ({ body }: Answered): string => (/<code>([A-Z2-7 ]+)<\/code>/.exec(body)?.[1] ?? '').replaceAll(' ', '')
const codeOf = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: accounts.clock.now().getTime() })
const newApp = async (visitor: Visitor) => {
  const page = await visitor.post(`${SECOND_FACTOR}/app`, {}, OWN)
  return { sealed: sealedOn(page), code: codeOf(secretOn(page)) }
}
const optionsOn = ({ body }: Answered) =>
  JSON.parse((/data-options="([^"]+)"/.exec(body)?.[1] ?? '').replaceAll('&quot;', '"')) as Options
const newPasskey = async (visitor: Visitor) => {
  const key = openAuthenticator(ORIGIN)
  const passkey = key.create(optionsOn(await visitor.post(`${SECOND_FACTOR}/passkeys`, {}, OWN)))
  return { key, fields: { name: 'My key', passkey } }
}
let recoveryCodes: string[] = []
/** Turns on an authenticator app as the second step. Returns its secret. */
const withApp = async (visitor: Visitor) => {
  const page = await visitor.post(`${SECOND_FACTOR}/app`, {}, OWN)
  const { body } = await visitor.submit(page, { code: codeOf(secretOn(page)) })
  recoveryCodes = [...body.matchAll(/<code>([0-9a-z-]{27})<\/code>/g)].map(([, code]) => code ?? '')
  wait(60)
  return secretOn(page)
}
const withPasskey = async (visitor: Visitor) => {
  const { key, fields } = await newPasskey(visitor)
  await visitor.post(`${SECOND_FACTOR}/passkeys`, fields, OWN)
  return key
}
const consentQuery = () =>
  new URLSearchParams({ client_id: 'script', redirect_uri: REDIRECT, response_type: 'token', scope: 'chats--all:ro' })
const agreed = async (visitor: Visitor) => {
  await visitor.submit(await visitor.get(`/?${consentQuery()}`), {}, 'agree')
  return { client: 'script', organization: accounts.acme.id }
}
const answered = (decision: 'agree' | 'refuse') => async (visitor: Visitor) => {
  const page = await visitor.get(`/?${consentQuery()}`)
  return () => visitor.submit(page, {}, decision)
}
const otherSession = async (visitor: Visitor) => {
  const own = await ownSession(visitor)
  await accounts.visitor(EMAIL)
  const [other] = await sql<{ hash: string }>('select hash from sessions where hash <> $1', [own])
  return other?.hash ?? ''
}
const ownSession = async (visitor: Visitor) => hashSecret(/marketplace_session=([^;]+)/.exec(visitor.cookie())?.[1] ?? '')

/** The token of a mailed link for a new password. */
const resetLink = async () => {
  const token = newSecret()
  await sql(
    `insert into password_resets (id, email, created_at, expires_at, account_id, token_hash, password_proof)
     select 'reset', email, $2, $2::timestamptz + interval '30 minutes', id, $3, $4 from accounts where email = $1`,
    [EMAIL, accounts.clock.now(), hashSecret(token), hashSecret(passwordHash)],
  )
  return { token, next: NEXT }
}
/** Signs up, and returns the token of the mailed link. */
const signUpLink = async (visitor: Visitor) => {
  await visitor.submit(await visitor.get(`/signup?${accounts.query()}`), { email: NEW_EMAIL })
  const token = newSecret()
  await sql('update sign_ups set token_hash = $1', [hashSecret(token)])
  return token
}
const secondStep = async (visitor: Visitor) => {
  const secret = await withApp(await accounts.visitor(EMAIL))
  const page = await visitor.signIn(accounts.query(), EMAIL, PASSWORD)
  return () => visitor.submit(page, { code: codeOf(secret) })
}
const passkeySignIn = async (visitor: Visitor) => {
  const key = await withPasskey(await accounts.visitor(EMAIL))
  const passkey = key.get(JSON.parse((await visitor.get('/signin/passkey/options')).body) as Options)
  return () => visitor.post('/signin/passkey', { passkey }, OWN)
}
const signedOut = { signedIn: false, losses: BY_PASSWORD } as const

/** The forms for people who are signed in or prove their identity, and the pages that write too. */
const FORMS: readonly (readonly [id: string, what: string, form: Form])[] = [
  ['changePassword', '', form('/account/password', () => ({ current: PASSWORD, next: NEXT }))],
  ['endOwnSessions', 'one', form('/account/sessions', async (visitor) => ({ session: await otherSession(visitor) }))],
  [
    'endOwnSessions',
    'all others',
    form('/account/sessions', async (visitor) => ({ session: (await otherSession(visitor)) === '' ? 'none' : 'others' })),
  ],
  ['takeBackAccess', '', form('/account/applications', agreed)],
  ['signOut', '', { ...form('/account/signout', () => ({})), losses: { 'its session ends': sessionEnds } }],
  ['setUpApp', '', form(`${SECOND_FACTOR}/app`, newApp)],
  ['addPasskey', '', form(`${SECOND_FACTOR}/passkeys`, async (visitor) => (await newPasskey(visitor)).fields)],
  [
    'removeSecondFactor',
    '',
    form(`${SECOND_FACTOR}/remove`, async (visitor) => ((await withApp(visitor)) ? { factor: 'app' } : {})),
  ],
  [
    'makeRecoveryCodes',
    'with the password and a code',
    {
      request: async (visitor) => {
        await withApp(visitor)
        wait(601)
        const page = await visitor.post(`${SECOND_FACTOR}/codes`, {}, OWN)
        const [code] = recoveryCodes
        return () => visitor.submit(page, { password: PASSWORD, proof: code ?? '' })
      },
      losses: SIGNED_IN,
    },
  ],
  ['makeRecoveryCodes', '', form(`${SECOND_FACTOR}/codes`, async (visitor) => ((await withApp(visitor)) ? {} : {}))],
  [
    'changeSecondFactorRule',
    '',
    {
      ...form('/account/organizations', async (visitor) => {
        await withApp(visitor)
        return { organization: accounts.acme.id, rule: 'required' }
      }),
    },
  ],
  [
    'changeSecondFactorRule',
    'of a suspended person',
    {
      ...form('/account/organizations', async (visitor) => {
        await withApp(visitor)
        return { organization: accounts.acme.id, rule: 'required' }
      }),
      losses: { 'the person is suspended': isSuspended },
      leadsTo: 'only owners decide this',
    },
  ],
  ['giveConsent', 'agreeing', { request: answered('agree'), losses: SIGNED_IN }],
  ['giveConsent', 'refusing', { request: answered('refuse'), losses: SIGNED_IN }],
  [
    'giveConsent',
    'agreeing, of a suspended person',
    { request: answered('agree'), losses: { 'the person is suspended': isSuspended }, leadsTo: 'Your account is suspended' },
  ],
  [
    'authorize',
    'a page',
    { request: async (visitor) => () => visitor.get(`/?${accounts.query()}`), losses: SIGNED_IN, leadsTo: 'Use another account' },
  ],
  ['signIn', '', { request: async (visitor) => () => visitor.signIn(accounts.query(), EMAIL, PASSWORD), ...signedOut }],
  ['signInToAccount', '', { ...form('/account/signin', () => ({ email: EMAIL, password: PASSWORD })), ...signedOut }],
  ['passSecondFactor', '', { request: secondStep, ...signedOut, leadsTo: 'Please sign in again', counts: ['sign_in_steps'] }],
  [
    'signInWithPasskey',
    '',
    {
      request: passkeySignIn,
      signedIn: false,
      losses: { 'the passkey is removed': passkeyIsRemoved },
      leadsTo: 'This passkey did not work',
    },
  ],
  ['submitReset', '', { ...form('/reset', resetLink), ...signedOut, leadsTo: 'This link does not work any more' }],
  [
    'finishSignUp',
    '',
    {
      ...form('/signup/finish', async (visitor) => ({
        token: await signUpLink(visitor),
        name: 'Nina',
        organization: 'Newman',
        password: NEXT,
      })),
      signedIn: false,
      losses: { 'its link is used': linkIsUsed },
      leadsTo: 'This link does not work any more',
    },
  ],
]

/** Forms that every visitor may send. Their rows give no access. */
const OPEN = ['askForReset', 'signUp']

/** The answer, or the page to which it redirects. */
const follow = async (visitor: Visitor, answer: Answered): Promise<Answered> => {
  const location = answer.headers.location ?? ''
  return location.startsWith('/') ? follow(visitor, await visitor.get(location)) : answer
}

const lose = async ({ request, signedIn = true, counts = [] }: Form, loss: Loss) => {
  const visitor = await accounts.visitor(signedIn ? EMAIL : undefined)
  const send = await request(visitor)
  const sessionHash = signedIn ? await ownSession(visitor) : ''
  const change = loss({ accountId: accounts.acme.people.owner.accountId, sessionHash })
  const stored = (ask: typeof sql) => fingerprint(ask, counts, 'session.refused')
  const other = await accounts.store.client.pool.connect()
  await other.query('begin')
  await other.query(change)
  const wanted = await stored(
    async <Row>(text: string, values: unknown[] = []) => (await other.query(text, values)).rows as Row[],
  )
  await other.query('rollback')
  other.release()
  const { answer, waited } = await meanwhile(accounts.store, [change], send)
  const written = (await stored(sql)) !== wanted
  return { waited, written, page: (await follow(visitor, answer)).body }
}

describe('a form of the accounts server', () => {
  test('is in this table, or is named as open to anybody', () => {
    const forms = Object.entries(ENDPOINTS as Record<string, Endpoint>).filter(
      ([, { api, access }]) => api === 'accountsSite' && access.kind === 'ownPage',
    )
    expect(forms.length).toBeGreaterThan(15)
    const named = new Set([...FORMS.map(([id]) => id), ...OPEN])
    expect(forms.map(([id]) => id).filter((id) => !named.has(id))).toEqual([])
  })

  const rows = FORMS.flatMap(([id, what, each]) =>
    Object.entries(each.losses).map(([lost, loss]) => [`${id}${what === '' ? '' : ` (${what})`}`, lost, each, loss] as const),
  )
  test.each(rows)('%s: writes nothing if %s meanwhile, and leads to sign in', async (_id, _lost, each, loss) => {
    const { page, ...done } = await lose(each, loss)
    expect(done).toEqual({ waited: true, written: false })
    expect(page).toContain(each.leadsTo ?? '<h1>Sign in</h1>')
  })
})
