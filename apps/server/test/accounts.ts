// Set-up for tests of the accounts server: organizations whose members have passwords, and clients of each kind.
import { SCOPES } from '@marketplace/contracts/core/roles'
import { afterAll, beforeAll } from 'vitest'
import { openSmtp } from '../src/adapters/smtp.ts'
import { addSeconds } from '../src/core/clock.ts'
import type { MailTransport } from '../src/ports/mail-transport.ts'
import { openTestApp, openTestStore, testClock } from './harness.ts'
import { createOrganization } from './people.ts'
import { openTestSmtp, type TestSmtp } from './smtp-server.ts'
import { type Answered, openVisitor } from './visitor.ts'
import { hashPassword } from '../src/modules/accounts/index.ts'
import { hashSecret, saveClients } from '../src/modules/clients/index.ts'

export const PASSWORD = 'correct horse'
export const REDIRECT = 'https://app.test/callback'
/** RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
export const SERVER_SECRET = 'a-server-secret'

const CLIENTS = [
  { id: 'script', name: 'Script App', type: 'javascript_app', trusted: false },
  { id: 'ours', name: 'Ours', type: 'javascript_app', trusted: true },
  { id: 'other', name: 'Other App', type: 'javascript_app', trusted: true },
  { id: 'plain', name: 'Plain App', type: 'javascript_app', trusted: true, challengeForms: ['plain' as const, 'sdk' as const] },
  { id: 'server', name: 'Server App', type: 'server_side_app', trusted: true, secretHash: hashSecret(SERVER_SECRET) },
  {
    id: 'server-without-pkce',
    name: 'Old Server App',
    type: 'server_side_app',
    trusted: true,
    secretHash: hashSecret(SERVER_SECRET),
    pkceRequired: false,
  },
] as const

export const openAccounts = async (env: Record<string, string> = {}, mailTransport?: MailTransport) => {
  const store = await openTestStore()
  const clock = testClock('2026-11-20T12:00:00Z')
  const app = await openTestApp(store, {
    clock,
    ...(mailTransport && { mailTransport }),
    env: { ACCOUNTS_URL: 'https://accounts.test', ...env },
  })
  const acme = await createOrganization(store, 'acme')
  const globex = await createOrganization(store, 'globex', { region: 'fra' })
  await store.client.pool.query('update accounts set password_hash = $1', [await hashPassword(PASSWORD)])
  await saveClients(
    store.client.database,
    CLIENTS.map((client) => ({
      redirectUris: [REDIRECT],
      responseTypes: ['code' as const, 'token' as const],
      scopes: [...SCOPES, 'chats--all:ro'],
      ...client,
      challengeForms: [...('challengeForms' in client ? client.challengeForms : ['S256' as const])],
    })),
  )
  const query = (more: Record<string, string> = {}) =>
    new URLSearchParams({ client_id: 'ours', redirect_uri: REDIRECT, response_type: 'token', ...more }).toString()
  const codeQuery = (more: Record<string, string> = {}) =>
    query({ response_type: 'code', code_challenge: CHALLENGE, code_challenge_method: 'S256', ...more })
  /** A visitor who is signed in already. */
  const visitor = async (email?: string) => {
    const opened = openVisitor(app.accounts)
    if (email !== undefined) {
      const { status } = await opened.signIn(query(), email, PASSWORD)
      if (status !== 303) throw new Error(`signing in was answered with ${status}`)
    }
    return opened
  }
  const token = async (body: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await app.accounts.inject({ method: 'POST', url: '/v2/token', payload: body, headers })
    return { status: answer.statusCode, body: answer.json() as Record<string, string>, headers: answer.headers }
  }
  const info = async (access: string | undefined) =>
    app.accounts.inject({ method: 'GET', url: '/v2/info', headers: { authorization: `Bearer ${access ?? ''}` } })
  const isGood = async (access: string | undefined) => (await info(access)).statusCode === 200
  const sql = async <Row>(text: string, values: unknown[] = []) => (await store.client.pool.query(text, values)).rows as Row[]
  /** Moves the clock forward by this many seconds. */
  const wait = (seconds: number) => clock.set(addSeconds(clock.now(), seconds).toISOString())
  type Audited = {
    account_id: string | null
    organization_id: string | null
    actor_id: string | null
    subject: string | null
    details: object
  }
  const audit = (action: string) => sql<Audited>('select * from audit_events where action = $1 order by id', [action])
  /** The parameters of a redirect, from its query or its fragment. */
  const redirected = ({ headers }: Answered): Record<string, string> => {
    const url = new URL(headers.location ?? 'none:')
    return Object.fromEntries(new URLSearchParams(url.hash.slice(1) || url.search))
  }
  /** Gets a code by a posted message, because redirects are limited. */
  const code = async (email = 'owner@acme.test', more: Record<string, string> = {}) => {
    const { message } = await (await visitor(email)).get(`/?${codeQuery({ flow: 'button', ...more })}`)
    return message?.content.data?.code ?? ''
  }
  const close = async () => {
    await app.close()
    await store.close()
  }
  return {
    store,
    clock,
    app,
    acme,
    globex,
    query,
    codeQuery,
    visitor,
    token,
    info,
    isGood,
    sql,
    wait,
    audit,
    redirected,
    code,
    close,
  }
}
export type Accounts = Awaited<ReturnType<typeof openAccounts>>

/** Opens the accounts server with a mail server and its jobs for the tests of a file, and hands them over. */
export const useMailedAccounts = (receive: (accounts: Accounts, smtp: TestSmtp) => void): void => {
  let accounts: Accounts
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await openTestSmtp()
    accounts = await openAccounts({}, openSmtp({ url: smtp.url, from: 'shop@shop.test' }))
    await accounts.app.startJobs()
    receive(accounts, smtp)
  })
  afterAll(async () => {
    await accounts?.close()
    await smtp?.close()
  })
}
