// Tests installs that another product is told about: several applications with one client, and many installs at once. The other product is
// a real HTTP server.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine } from '@marketplace/testkit/line'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { bearer, createOrganization, type Organization } from '../../../test/people.ts'
import { openTestApp, until } from '../../../test/harness.ts'
import { systemClock } from '../../core/clock.ts'
import { authenticator } from '../clients/index.ts'
import { takeBackUnanswered } from './take-back-unanswered.ts'

const WIDE = ['chats--all:ro', 'chats--all:rw', 'tickets--all:rw']
const PLAIN = Array.from({ length: 4 }, (_, index) => `plain-${index}`)

/** The status with which the product answers at `/{name}`. */
const answers = { agrees: 204, refuses: 409 }
let tokens: string[]
/** Runs before an answer, so that a test can change something meanwhile. */
let beforeAnswer: () => Promise<void>
let product: Server
let market: TestMarketplace
let env: { SPECIAL_INSTALL_ORIGINS: string }

beforeAll(async () => {
  product = createServer((request, response) => {
    tokens.push(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    const answer = async () => {
      await beforeAnswer()
      response.writeHead(answers[(request.url ?? '').slice(1) as keyof typeof answers]).end()
    }
    answer().catch(() => response.destroy())
  })
  product.listen(0, '127.0.0.1')
  await once(product, 'listening')
  const origin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  env = { SPECIAL_INSTALL_ORIGINS: origin }
  market = await openTestMarketplace({ env })
  const line = (slug: string, path: keyof typeof answers, clientId: string, scopes: string[]) =>
    catalogueLine(slug, {
      directInstallUrl: `${origin}/${path}`,
      authorization: { clientId, scopes: scopes.map((name) => ({ name, required: true })) },
    })
  const lines = [
    line('narrow', 'agrees', 'client-shared', WIDE.slice(0, 1)),
    line('wide', 'refuses', 'client-shared', WIDE),
    ...PLAIN.map((slug) => line(slug, 'agrees', `client-${slug}`, [])),
  ]
  expect((await market.store.importLines(lines)).remarks).toEqual([])
})
afterAll(async () => {
  await market.close()
  product.closeAllConnections()
  product.close()
})
beforeEach(async () => {
  tokens = []
  beforeAnswer = async () => {}
  await market.reset()
})

const owner = () => market.acme.people.owner
const pathOf = async (slug: string) => {
  const [row] = await market.sql<{ id: string }>('select id from applications where slug = $1', [slug])
  return `/api/v2/applications/${row?.id}/install`
}
const install = async (slug: string, who: { token: string } = owner()) => market.ask(who, 'PUT', await pathOf(slug), {})
const uninstall = async (slug: string) => market.ask(owner(), 'DELETE', await pathOf(slug))
const tokenSent = () => tokens.at(-1) ?? ''
const callerOf = (token: string) => authenticator(market.store.client.database, systemClock)(token)

describe('of two applications of one client', () => {
  const consent = () => market.sql<{ scopes: string[] }>('select scopes from consents')
  const narrow = [{ scopes: ['chats--all:ro'] }]
  const installed = async () => (await market.installed()).map(({ slug }) => slug).toSorted()
  const agreeing = async (work: () => Promise<void>) => {
    const refusing = answers.refuses
    answers.refuses = answers.agrees
    try {
      await work()
    } finally {
      answers.refuses = refusing
    }
  }

  test('a refused install leaves neither its token nor its scopes', async () => {
    await install('narrow')
    const first = tokenSent()
    const whileItWaits: object[] = []
    beforeAnswer = async () => {
      whileItWaits.push(await consent(), [...((await callerOf(tokenSent()))?.scopes ?? [])].toSorted())
    }
    expect((await install('wide')).json()).toMatchObject({ code: 'SPECIAL_INSTALL_REFUSED' })
    expect(whileItWaits).toEqual([narrow, WIDE])
    expect(await consent()).toEqual(narrow)
    expect(await callerOf(tokenSent())).toBeNull()
    expect(await callerOf(first)).not.toBeNull()
    expect(await installed()).toEqual(['narrow'])
  })

  test('an install that a killed process has left leaves neither its token nor its scopes', async () => {
    await install('narrow')
    beforeAnswer = async () => {
      const clock = { now: () => new Date(Date.now() + 61_000) }
      const dependencies = { database: market.store.client.database, clock, tellApplication: async () => {} }
      await takeBackUnanswered(dependencies, new AbortController().signal)
      expect(await consent()).toEqual(narrow)
      expect(await callerOf(tokenSent())).toBeNull()
    }
    await agreeing(async () => expect((await install('wide')).json()).toMatchObject({ code: 'NOT_INSTALLED' }))
    expect(await consent()).toEqual(narrow)
  })

  test('the consent covers the scopes of both after the product has agreed', async () => {
    await install('narrow')
    await agreeing(async () => expect((await install('wide')).statusCode).toBe(200))
    expect(await consent()).toEqual([{ scopes: WIDE }])
    expect(await callerOf(tokenSent())).not.toBeNull()
  })

  test('an install of the other one while the first waits keeps only its own consent', async () => {
    beforeAnswer = async () => {
      beforeAnswer = async () => {}
      await install('narrow')
    }
    expect((await install('wide')).json()).toMatchObject({ code: 'SPECIAL_INSTALL_REFUSED' })
    expect(await consent()).toEqual(narrow)
    expect(await installed()).toEqual(['narrow'])
  })

  test('an uninstall ends the token of its own install only', async () => {
    await install('narrow')
    const first = tokenSent()
    await agreeing(async () => void (await install('wide')))
    expect((await uninstall('wide')).json()).toMatchObject({ status: 'uninstalled' })
    expect(await callerOf(tokenSent())).toBeNull()
    expect(await callerOf(first)).not.toBeNull()
  })

  test('an application that gets another client during its install leaves no consent to the old client', async () => {
    const authorization = (clientId: string) =>
      market.sql(
        `update applications set "authorization" = jsonb_set("authorization", '{clientId}', $1::jsonb) where slug = 'wide'`,
        [JSON.stringify(clientId)],
      )
    beforeAnswer = async () => {
      await authorization('client-other')
      await market.sql(`delete from consents where client_id = 'client-shared'`)
    }
    try {
      await agreeing(async () => expect((await install('wide')).statusCode).toBe(200))
      expect(await consent()).toEqual([])
    } finally {
      await authorization('client-shared')
    }
  })
})

describe('simultaneous installs', () => {
  let others: Organization[]
  beforeAll(async () => {
    others = await Promise.all(Array.from({ length: 8 }, (_, index) => createOrganization(market.store, `busy-${index}`)))
  })
  /** Holds every answer back until the returned function is called. */
  const holdAnswers = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    beforeAnswer = () => promise
    return resolve
  }

  test('of eight organizations all succeed at one slow product', async () => {
    const open = holdAnswers()
    const installing = Promise.all(others.map(({ people }) => install('plain-0', people.owner)))
    await until(() => tokens.length === others.length).finally(open)
    expect((await installing).map(({ statusCode }) => statusCode)).toEqual(others.map(() => 200))
  })

  test('of one organization are three at most; a fourth is refused and leaves nothing', async () => {
    const open = holdAnswers()
    const installing = Promise.all(PLAIN.slice(0, 3).map((slug) => install(slug)))
    await until(() => tokens.length === 3)
    const answer = await install('plain-3', market.acme.people.administrator)
    expect(answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(answer.headers['retry-after']).toBe('8')
    expect(tokens).toHaveLength(3)
    expect(await market.installations()).toHaveLength(3)
    expect(await market.sql(`select from consents where client_id = 'client-plain-3'`)).toEqual([])
    expect(await market.sql(`select from tokens where client_id = 'client-plain-3'`)).toEqual([])
    const another = install('plain-3', market.globex.people.owner)
    await until(() => tokens.length === 4).finally(open)
    expect((await another).statusCode).toBe(200)
    expect((await installing).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await install('plain-3')).statusCode).toBe(200)
  })

  test('are counted over two processes', async () => {
    const second = await openTestApp(market.store, { env })
    try {
      const inSecond = async (slug: string, { token }: { token: string } = owner()) =>
        second.server.inject({ method: 'PUT', url: await pathOf(slug), headers: bearer(token), payload: {} })
      const open = holdAnswers()
      const installing = Promise.all([install('plain-0'), install('plain-1'), inSecond('plain-2')])
      await until(() => tokens.length === 3)
      const refused = [await install('plain-3'), await inSecond('plain-3', market.acme.people.administrator)]
      expect(refused.map((answer) => answer.json<{ code: string }>().code)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
      expect(tokens).toHaveLength(3)
      // An application that is already installed does not count as a fourth install.
      expect((await inSecond('plain-0')).json()).toMatchObject({ code: 'ALREADY_INSTALLED' })
      const another = inSecond('plain-3', market.globex.people.owner)
      await until(() => tokens.length === 4).finally(open)
      expect((await another).statusCode).toBe(200)
      expect((await installing).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      expect((await inSecond('plain-3')).statusCode).toBe(200)
    } finally {
      await second.close()
    }
  })

  test('from two processes are three at most', async () => {
    const second = await openTestApp(market.store, { env })
    try {
      const open = holdAnswers()
      const token = owner().token
      const installing = Promise.all(
        PLAIN.map(async (slug, index) =>
          (index % 2 ? second : market.app).server.inject({
            method: 'PUT',
            url: await pathOf(slug),
            headers: bearer(token),
            payload: {},
          }),
        ),
      )
      await until(() => tokens.length === 3).finally(() => setTimeout(open, 300))
      expect((await installing).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 429])
      expect(tokens).toHaveLength(3)
    } finally {
      await second.close()
    }
  })
})
