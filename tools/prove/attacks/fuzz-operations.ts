import { mix, seeded } from '../../../bench/catalogue/random.ts'
import type { OrganizationId } from '../../../apps/server/src/core/caller.ts'
import { openStore } from '../../../apps/server/src/store.ts'
import { createToken } from '../../../apps/server/test/people.ts'
import type { Attack } from '../lib/attack.ts'
import { type MadeRequest, makeRequest } from '../fuzz/make-request.ts'
import { type DescribedApi, type Operation, readOperations } from '../fuzz/operations.ts'
import { type Received, send } from '../fuzz/send.ts'
import type { KnownNames } from '../fuzz/values.ts'
import { type Marketplace, openMarketplace } from '../lib/marketplace.ts'
import { limitOf } from '../lib/limit-of.ts'

const PEOPLE = ['owner@acme.test', 'agent@acme.test', 'owner@globex.test', 'dev@northwind.test', 'support@marketplace.test']
/** Requests to each operation in each round. */
const REQUESTS = 5
/** Known names of pages, indexes, clients and so on. */
const NAMES = ['apps', 'partners', 'developers', 'northwind', 'category.name', 'marketplace', 'demo-js-client', 'me', 'chat', '1']
/** The check must allow for a stall of a busy machine. A server that one request blocks takes longer. */
const HEALTHY_WITHIN_MS = limitOf(5_000)

/** New tokens for the demo's people, because a request may end its token. */
const openTokens = async ({ dataDir }: Marketplace) => {
  const store = await openStore({ dataDir, databaseUrl: null }, 'tool', { info: () => {}, warn: () => {} })
  const { rows } = await store.client.pool.query<{ accountId: string; organizationId: OrganizationId }>(
    `select distinct a.id as "accountId", m.organization_id as "organizationId"
     from accounts a join memberships m on m.account_id = a.id where a.email = any($1) order by 1, 2`,
    [PEOPLE],
  )
  if (rows.length === 0) throw new Error('There is nobody of the demo')
  return { give: () => Promise.all(rows.map((person) => createToken(store, person))), close: store.close }
}

const plain = (target: string): MadeRequest => ({ method: 'GET', target, headers: {}, body: null, isAtItsPath: true })

const readJson = async (port: number, target: string): Promise<unknown> => {
  const answer = await send(port, plain(target))
  if ('failure' in answer || answer.status !== 200) throw new Error(`${target} answered ${JSON.stringify(answer).slice(0, 200)}`)
  return JSON.parse(answer.text)
}

/** Returns what is wrong with an answer, whatever the request was, or null. */
const wrongWith = (operation: Operation, { method, isAtItsPath }: MadeRequest, answer: Received): string | null => {
  if ('failure' in answer) return `no answer: ${answer.failure}`
  const { status, type, text } = answer
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  if (status < 400 || text === '' || method === 'HEAD' || !isAtItsPath) return null
  if (type.startsWith('text/html')) return operation.isPage ? null : `${status} is a page`
  // The request named another region. That answer has its own schema.
  if (status === 421) return null
  try {
    return operation.error.safeParse(JSON.parse(text)).success
      ? null
      : `${status} is not of the declared form: ${text.slice(0, 200)}`
  } catch {
    return `${status} is no JSON: ${text.slice(0, 200)}`
  }
}

const show = ({ method, target, headers, body }: MadeRequest): string =>
  `${method} ${target.slice(0, 200)} ${JSON.stringify({ ...headers, authorization: undefined })} ${body?.toString().slice(0, 200) ?? ''}`

type Tally = { requests: number; byStatus: Map<string, number> }

const summaryOf = (tallies: ReadonlyMap<string, Tally>): string[] =>
  [...tallies].map(([name, { requests, byStatus }]) => {
    const counts = [...byStatus].toSorted().map(([status, count]) => `${status}: ${count}`)
    return `${name.padEnd(60)} ${String(requests).padStart(6)}  ${counts.join(', ')}`
  })

export const fuzzOperations: Attack = {
  name: 'fuzz-operations',
  proves: 'no request to any described operation gets a 5xx, an undeclared form of error or no answer, or keeps the server busy',
  run: async ({ rounds, seed, log }) => {
    const marketplace = await openMarketplace({ demo: true })
    try {
      const { ports } = marketplace
      const described = readOperations(await readJson(ports.storefront, '/openapi.json'))
      const published = (await readJson(ports.storefront, '/api/v2/applications/published')) as { id: string; slug: string }[]
      const known: KnownNames = { ids: published.flatMap(({ id, slug }) => [id, slug]), names: NAMES }
      const tokens = await openTokens(marketplace)
      const tallies = new Map<string, Tally>()
      const violations: string[] = []
      try {
        for (let round = 1; round <= rounds; round++) {
          const found = await fuzzOnce(marketplace, described, {
            seed: mix(seed, round),
            known,
            tokens: await tokens.give(),
            tallies,
          })
          violations.push(...found.map((violation) => `round ${round}: ${violation}`))
          const ended = marketplace.ended()
          if (ended !== null)
            throw new Error(`round ${round}: the server ended with ${ended}: ${marketplace.output().slice(-1_000)}`)
          log(`round ${round} of ${rounds}: ${found.length} violations`)
        }
      } finally {
        await tokens.close()
      }
      for (const line of summaryOf(tallies)) log(line)
      return { rounds, violations }
    } finally {
      await marketplace.close()
    }
  },
}

type Round = { seed: number; known: KnownNames; tokens: readonly string[]; tallies: Map<string, Tally> }

const fuzzOnce = async (
  { ports }: Marketplace,
  { operations, schemas }: DescribedApi,
  { seed, known, tokens, tallies }: Round,
): Promise<string[]> => {
  const violations: string[] = []
  for (const [place, operation] of operations.entries()) {
    const random = seeded(mix(seed, place))
    const name = `${operation.method} ${operation.path}`
    const tally = tallies.get(name) ?? { requests: 0, byStatus: new Map<string, number>() }
    tallies.set(name, tally)
    for (let number = 0; number < REQUESTS; number++) {
      const made = makeRequest(operation, { schemas, known, tokens, random })
      const answer = await send(ports[operation.origin], made)
      const status = 'failure' in answer ? 'none' : String(answer.status)
      tally.requests++
      tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1)
      const wrong = wrongWith(operation, made, answer)
      if (wrong !== null) violations.push(`${operation.id}: ${wrong} to ${show(made)}`)
    }
    const health = await send(ports.storefront, plain('/healthz'))
    if ('failure' in health || health.status !== 200 || health.ms > HEALTHY_WITHIN_MS)
      violations.push(`after ${operation.id}: /healthz answered ${JSON.stringify(health).slice(0, 200)}`)
  }
  return violations
}
