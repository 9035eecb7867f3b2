// Tests installs that another product is told about. The other product is a real HTTP server, which answers as its path says.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type InstallAnswer, installAnswerSchema, instanceSchema } from '@marketplace/contracts/installs/schemas'
import { catalogueLine } from '@marketplace/testkit/line'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { createToken, type Person } from '../../../test/people.ts'
import { systemClock } from '../../core/clock.ts'
import { authenticator, saveClients } from '../clients/index.ts'
import { takeBackUnanswered } from './take-back-unanswered.ts'

type Answer = (response: ServerResponse) => void
const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const WELCOME = json(200, { accountStatus: 'created', message: 'Welcome <b>there</b>.' })

/** How the product answers at `/{name}`. */
const ANSWERS: Record<string, Answer> = {
  agrees: WELCOME,
  unknown: json(201, { accountStatus: 'on the moon' }),
  wordless: (response) => void response.writeHead(204).end(),
  refuses: json(409, { error: { message: '<img src=x onerror=alert(1)> Your trial has ended.' } }),
  errs: json(200, { accountStatus: 'created', error: { message: 'No room for another account.' } }),
  breaks: json(500, { accountStatus: 'created', message: 'ignored' }),
  malformed: (response) => void response.end('{"accountStatus": "cre'),
  page: (response) => void response.end('<!doctype html><title>Sign in</title>'),
  huge: (response) => void response.end(JSON.stringify({ message: 'x'.repeat(5_000_000) })),
  hangs: () => {},
  stalls: (response) => {
    response.writeHead(200)
    response.write('{"accountStatus":')
  },
  closes: (response) => void response.destroy(),
  redirects: (response) => void response.writeHead(307, { location: '/agrees' }).end(),
}

type Heard = { path: string; method: string; headers: IncomingMessage['headers']; body: unknown }
let heard: Heard[]
/** Runs before an answer, so that a test can change something meanwhile. */
let beforeAnswer: () => Promise<void>
let product: Server
let origin: string
let market: TestMarketplace
const scopes = [
  { name: 'chats--all:ro', required: true },
  { name: 'tickets--all:ro', required: false },
]

beforeAll(async () => {
  product = createServer((request, response) => {
    const answer = async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const path = request.url ?? ''
      heard.push({ path, method: request.method ?? '', headers: request.headers, body: JSON.parse(body) })
      await beforeAnswer()
      ANSWERS[path.slice(1)]?.(response)
    }
    answer().catch(() => response.destroy())
  })
  product.listen(0, '127.0.0.1')
  await once(product, 'listening')
  origin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  market = await openTestMarketplace({ env: { SPECIAL_INSTALL_ORIGINS: origin } })
  const lines = [
    ...Object.keys(ANSWERS).map((name) =>
      catalogueLine(`special-${name}`, {
        directInstallUrl: `${origin}/${name}`,
        authorization: { clientId: `client-${name}`, scopes },
      }),
    ),
    catalogueLine('special-no-client', { directInstallUrl: `${origin}/agrees`, authorization: { scopes } }),
    catalogueLine('special-service', { directInstallUrl: `${origin}/agrees`, customProps: { isService: 'true' } }),
    catalogueLine('special-ours', {
      directInstallUrl: `${origin}/agrees`,
      authorization: { clientId: 'test-client', scopes },
    }),
    catalogueLine('special-paid', { directInstallUrl: `${origin}/agrees`, payment: { price: 1000, frequency: 'monthly' } }),
    catalogueLine('special-set-up', {
      directInstallUrl: `${origin}/agrees`,
      authorization: { clientId: 'client-agrees', scopes },
      widgets: [{ placement: 'settings', url: 'https://settings.example/' }],
    }),
    catalogueLine('not-listed', { directInstallUrl: `${origin.replace('127.0.0.1', 'localhost')}/agrees` }),
  ]
  expect((await market.store.importLines(lines)).remarks).toEqual([])
})
afterAll(async () => {
  await market.close()
  product.closeAllConnections()
  product.close()
})
beforeEach(async () => {
  heard = []
  beforeAnswer = async () => {}
  await market.reset()
  await market.sql(`delete from tokens where client_id like 'client-%'`)
})

const owner = () => market.acme.people.owner
const pathOf = async (slug: string, rest = 'install') => {
  const [row] = await market.sql<{ id: string }>('select id from applications where slug = $1', [slug])
  return `/api/v2/applications/${row?.id}/${rest}`
}
const install = async (slug: string, body?: object, who: { token: string } = owner()) =>
  market.ask(who, 'PUT', await pathOf(slug), body)
const uninstall = async (slug: string) => market.ask(owner(), 'DELETE', await pathOf(slug))
const tokenSent = () => /^Bearer (\S+)$/.exec(heard.at(-1)?.headers.authorization ?? '')?.[1] ?? ''
const callerOf = (token: string) => authenticator(market.store.client.database, systemClock)(token)

/** Checks that a failed install has left nothing that works. */
const expectTakenBack = async () => {
  expect(await market.installed()).toEqual([])
  expect(await market.sql('select from consents')).toEqual([])
  expect(await callerOf(tokenSent())).toBeNull()
}

describe('an install that another product has to agree to', () => {
  test('sends where it comes from, with a token of the application’s client and its required scopes', async () => {
    const answer = await install('special-agrees', {
      source_path: '/embed/agent-app/apps/special-agrees/?utm_source=x#y',
      utm_source: 'mail',
      utm_term: 'a b',
      utm_evil: 'no',
    })
    expect(answer.statusCode).toBe(200)
    const body = answer.json<InstallAnswer>()
    expect(installAnswerSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      status: 'installed',
      directInstall: null,
      specialOutcome: { accountStatus: 'created', message: 'Welcome <b>there</b>.' },
    })
    expect(heard).toMatchObject([{ path: '/agrees', method: 'POST', headers: { 'content-type': 'application/json' } }])
    expect(heard[0]?.body).toEqual({
      source_url: 'http://shop.test/embed/agent-app/apps/special-agrees/',
      source_id: 'marketplace',
      utm_source: 'mail',
      utm_term: 'a b',
    })
    const caller = await callerOf(tokenSent())
    expect(caller).toMatchObject({
      accountId: owner().accountId,
      organizationId: market.acme.id,
      clientId: 'client-agrees',
      trusted: false,
    })
    expect([...(caller?.scopes ?? [])]).toEqual(['chats--all:ro'])
    expect(tokenSent()).not.toBe(owner().token)
    expect((await market.installed()).map(({ slug }) => slug)).toEqual(['special-agrees'])
  })

  test.each([
    ['special-agrees', undefined, '/apps/special-agrees/'],
    ['special-service', {}, '/services/special-service/'],
    ['special-agrees', { source_path: '//evil.example/' }, '/apps/special-agrees/'],
    ['special-agrees', { source_path: 'https://evil.example/' }, '/apps/special-agrees/'],
    ['special-agrees', { source_path: '/a/../text/apps/x/' }, '/text/apps/x/'],
  ])('%s with %j comes from %s', async (slug, body, path) => {
    expect((await install(slug, body)).statusCode).toBe(200)
    expect(heard[0]?.body).toEqual({ source_url: `http://shop.test${path}`, source_id: 'marketplace' })
  })

  test.each([{ utm_source: 7 }, { utm_source: 'x'.repeat(201) }, { source_path: '/'.repeat(501) }, []])(
    'refuses %j without a request to the product',
    async (body) => {
      expect((await install('special-agrees', body)).statusCode).toBe(400)
      expect(heard).toEqual([])
      expect(await market.installations()).toEqual([])
    },
  )

  test.each([
    ['unknown', { accountStatus: 'on the moon', message: null }],
    ['wordless', { accountStatus: null, message: null }],
  ])('stays where the product answers as at /%s', async (name, specialOutcome) => {
    expect((await install(`special-${name}`)).json()).toMatchObject({ status: 'installed', specialOutcome })
    expect(await market.installed()).toHaveLength(1)
  })

  test.each([
    ['refuses', 422, 'SPECIAL_INSTALL_REFUSED', '<img src=x onerror=alert(1)> Your trial has ended.'],
    ['errs', 422, 'SPECIAL_INSTALL_REFUSED', 'No room for another account.'],
    ['breaks', 422, 'SPECIAL_INSTALL_REFUSED', 'Unknown error'],
    ['malformed', 503, 'SPECIAL_INSTALL_UNANSWERED', null],
    ['page', 503, 'SPECIAL_INSTALL_UNANSWERED', null],
    ['huge', 503, 'SPECIAL_INSTALL_UNANSWERED', null],
    ['hangs', 503, 'SPECIAL_INSTALL_UNANSWERED', null],
    ['stalls', 503, 'SPECIAL_INSTALL_UNANSWERED', null],
    ['closes', 503, 'SPECIAL_INSTALL_UNANSWERED', null],
    ['redirects', 503, 'SPECIAL_INSTALL_UNANSWERED', null],
  ])('is taken back where the product answers as at /%s', async (name, status, code, message) => {
    const answer = await install(`special-${name}`)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code, ...(message !== null && { message }) })
    expect(heard.map(({ path }) => path)).toEqual([`/${name}`])
    await expectTakenBack()
    expect((await market.audit()).map(({ action }) => action)).toEqual(['application.installed', 'application.uninstalled'])
    expect(await market.sql('select from uninstall_receipts')).toEqual([])
  })

  test('can be tried again after a refusal', async () => {
    await install('special-refuses')
    ANSWERS.refuses = WELCOME
    try {
      expect((await install('special-refuses')).statusCode).toBe(200)
    } finally {
      ANSWERS.refuses = json(409, {})
    }
  })

  test('sends one request to the product for simultaneous installs', async () => {
    beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 100))
    const answers = await Promise.all(Array.from({ length: 6 }, () => install('special-agrees')))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await install('special-agrees')).json()).toMatchObject({ code: 'ALREADY_INSTALLED' })
    expect(heard).toHaveLength(1)
    expect(await market.sql(`select from tokens where client_id = 'client-agrees'`)).toHaveLength(1)
  })

  test('ends its token with an uninstall, and asks the product again for the next install', async () => {
    await install('special-agrees')
    const first = tokenSent()
    expect((await uninstall('special-agrees')).statusCode).toBe(200)
    expect(await callerOf(first)).toBeNull()
    expect(heard).toHaveLength(1)
    expect((await install('special-agrees')).statusCode).toBe(200)
    expect(heard).toHaveLength(2)
    expect(tokenSent()).not.toBe(first)
    expect(await callerOf(tokenSent())).not.toBeNull()
  })

  test('answers NOT_INSTALLED if it was uninstalled before the product agreed', async () => {
    beforeAnswer = async () => void (await uninstall('special-agrees'))
    expect((await install('special-agrees')).json()).toMatchObject({ code: 'NOT_INSTALLED' })
    await expectTakenBack()
  })

  test('does not end a later install with the refusal of an earlier one', async () => {
    beforeAnswer = async () => {
      beforeAnswer = async () => {}
      await uninstall('special-refuses')
      ANSWERS.refuses = WELCOME
      expect((await install('special-refuses')).statusCode).toBe(200)
      ANSWERS.refuses = json(409, { error: { message: 'Late.' } })
    }
    expect((await install('special-refuses')).json()).toMatchObject({ code: 'SPECIAL_INSTALL_REFUSED', message: 'Late.' })
    expect(await market.installed()).toHaveLength(1)
    expect(await callerOf(tokenSent())).not.toBeNull()
  })

  test('leads to the settings, like any other install', async () => {
    expect((await install('special-set-up')).json()).toMatchObject({
      redirectTo: 'https://settings.example/',
      directInstall: null,
    })
  })

  test('registers a client for an application without sign-in', async () => {
    expect((await install('special-no-client')).statusCode).toBe(200)
    const [{ id } = { id: '' }] = await market.sql<{ id: string }>(`select id from applications where slug = 'special-no-client'`)
    expect(await callerOf(tokenSent())).toMatchObject({ clientId: id, trusted: false })
    expect(await market.sql('select type, redirect_uris, secret_hash from oauth_clients where id = $1', [id])).toEqual([
      { type: 'server_side_app', redirect_uris: [], secret_hash: null },
    ])
  })

  test('leaves a registered client as it is, and gives no scope beyond it', async () => {
    const client = { id: 'client-unknown', name: 'Registered', type: 'javascript_app' as const, trusted: false }
    await saveClients(market.store.client.database, [{ ...client, scopes: [], redirectUris: ['https://unknown.example/'] }])
    await install('special-unknown')
    expect([...((await callerOf(tokenSent()))?.scopes ?? ['none'])]).toEqual([])
    expect(await market.sql(`select name, scopes from oauth_clients where id = 'client-unknown'`)).toEqual([
      { name: 'Registered', scopes: [] },
    ])
  })

  test('is refused for the marketplace’s own clients, so that no other product gets their tokens', async () => {
    expect((await install('special-ours')).json()).toMatchObject({ code: 'NOT_INSTALLABLE' })
    expect(heard).toEqual([])
    expect(await market.installations()).toEqual([])
  })

  test.each(['special-paid', 'not-listed'])('%s is an ordinary application', async (slug) => {
    const instance = (await market.ask(owner(), 'GET', await pathOf(slug, 'instance'))).json()
    expect(instance).toMatchObject({ specialInstall: null, directInstall: { newTab: false } })
    const answer = await install(slug)
    if (slug === 'not-listed') expect(answer.json()).toMatchObject({ specialOutcome: null, directInstall: { newTab: false } })
    else expect(answer.json()).toMatchObject({ code: 'PAYMENT_DUE' })
    expect(heard).toEqual([])
  })

  test('has the product’s address in the instance before the install', async () => {
    const instance = (await market.ask(owner(), 'GET', await pathOf('special-agrees', 'instance'))).json()
    expect(instanceSchema.parse(instance)).toEqual(instance)
    expect(instance).toMatchObject({ specialInstall: { origin }, directInstall: null })
  })

  test('by a person without permission sends no request to the product', async () => {
    expect((await install('special-agrees', {}, market.acme.people.normal)).statusCode).toBe(403)
    expect(heard).toEqual([])
  })

  test('in a ghost login sends a token that names the staff member, for an hour', async () => {
    const staff: Person = market.globex.people.administrator
    await market.sql('update accounts set staff = true where id = $1', [staff.accountId])
    try {
      const token = await createToken(market.store, owner(), 'dal', { actorId: staff.accountId })
      expect((await install('special-agrees', {}, { token })).statusCode).toBe(200)
      expect(await callerOf(tokenSent())).toMatchObject({ actor: { accountId: staff.accountId } })
      const [{ seconds } = { seconds: 0 }] = await market.sql<{ seconds: number }>(
        `select extract(epoch from expires_at - now())::int as seconds from tokens where client_id = 'client-agrees'`,
      )
      expect(seconds).toBeGreaterThan(3_500)
      expect(seconds).toBeLessThanOrEqual(3_600)
    } finally {
      await market.sql('update accounts set staff = false where id = $1', [staff.accountId])
    }
  })

  test('sends no token for a member without the second factor that owners require, not even while the rule is being set', async () => {
    const rule = 'update organizations set requires_second_factor = true where id = $1'
    const administrator = market.acme.people.administrator
    const client = await market.store.client.pool.connect()
    try {
      await client.query('begin')
      await client.query(rule, [market.acme.id])
      const answered = install('special-agrees', {}, administrator)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await client.query('commit')
      expect((await answered).json()).toMatchObject({ code: 'TOKEN_INVALID' })
      expect((await install('special-agrees', {}, administrator)).statusCode).toBe(401)
      expect(heard).toEqual([])
      expect(await market.sql(`select from tokens where client_id = 'client-agrees'`)).toEqual([])
      await market.sql(
        `insert into authenticator_apps (account_id, sealed_secret, last_step, created_at) values ($1, 'sealed', 0, now())`,
        [administrator.accountId],
      )
      expect((await install('special-agrees', {}, administrator)).statusCode).toBe(200)
    } finally {
      client.release()
      await market.sql('update organizations set requires_second_factor = false')
      await market.sql('delete from authenticator_apps')
    }
  })

  test('gets a token that ends with the session of the person who installed', async () => {
    const token = await createToken(market.store, owner(), 'dal')
    await market.sql(`update tokens set session_hash = 'a session' where account_id = $1 and expires_at > now()`, [
      owner().accountId,
    ])
    try {
      await install('special-agrees', {}, { token })
      expect(await callerOf(tokenSent())).toMatchObject({ sessionHash: 'a session' })
    } finally {
      await market.sql(`update tokens set session_hash = null where session_hash = 'a session'`)
    }
  })
})

describe('an install that a killed process has left without an answer', () => {
  const dependencies = (seconds: number) => ({
    database: market.store.client.database,
    clock: { now: () => new Date(Date.now() + seconds * 1_000) },
    tellApplication: async () => {},
  })
  const never = new AbortController().signal

  test('is taken back after a minute, and not before; one with an answer stays', async () => {
    await install('special-unknown')
    beforeAnswer = async () => {
      // The process that waited for the answer no longer exists.
      await takeBackUnanswered(dependencies(50), never)
      expect(await market.installed()).toHaveLength(2)
      await takeBackUnanswered(dependencies(61), never)
      expect((await market.installed()).map(({ slug }) => slug)).toEqual(['special-unknown'])
      expect(await callerOf(tokenSent())).toBeNull()
    }
    expect((await install('special-agrees')).json()).toMatchObject({ code: 'NOT_INSTALLED' })
    await takeBackUnanswered(dependencies(600), never)
    expect((await market.installed()).map(({ slug }) => slug)).toEqual(['special-unknown'])
  })

  test('keeps the consent that another installed application of the same client needs', async () => {
    await install('special-set-up')
    beforeAnswer = () => takeBackUnanswered(dependencies(61), never)
    await install('special-agrees')
    expect((await market.installed()).map(({ slug }) => slug)).toEqual(['special-set-up'])
    expect(await market.sql('select client_id from consents')).toEqual([{ client_id: 'client-agrees' }])
  })
})
