import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogueLine } from '@marketplace/testkit/line'
import { importCatalogue } from '../../../apps/server/src/modules/catalogue/index.ts'
import { MARKETPLACE_CLIENT } from '../../../apps/server/src/modules/clients/index.ts'
import { openStore } from '../../../apps/server/src/store.ts'
import { cartViolations } from '../../../apps/server/test/cart-violations.ts'
import { createOrganization, createToken } from '../../../apps/server/test/people.ts'
import type { Attack } from '../lib/attack.ts'
import type { Marketplace } from '../lib/marketplace.ts'
import { inRounds } from '../lib/rounds.ts'

const LINES = [
  catalogueLine('stormy-seats', { payment: { price: 1_200, frequency: 'monthly', perAccount: true } }),
  catalogueLine('stormy-once', { payment: { price: 4_900, frequency: 'once' } }),
]

/** Two people of a new organization who may pay, and what they can buy. Limits count each person, so a round has its own. */
const prepare = async ({ dataDir }: Marketplace, round: string): Promise<{ tokens: string[]; applications: string[] }> => {
  const store = await openStore({ dataDir, databaseUrl: null }, 'tool', { info: () => {}, warn: () => {} })
  try {
    const path = join(dataDir, 'stormy.jsonl')
    await writeFile(path, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await importCatalogue({ ...store, path, production: false, now: new Date() })
    const { rows } = await store.client.pool.query<{ id: string }>(`select id from applications where slug like 'stormy-%'`)
    const { people } = await createOrganization(store, round)
    const tokens = [people.owner, people.viceowner].map((person) =>
      createToken(store, person, 'dal', { clientId: MARKETPLACE_CLIENT }),
    )
    return { tokens: await Promise.all(tokens), applications: rows.map(({ id }) => id) }
  } finally {
    await store.close()
  }
}

const CALLS_AT_ONCE = 8
const STORMS = 10

export const cartStorms: Attack = {
  name: 'cart-storms',
  proves: 'whatever two people do with one cart at the same moment, it stays whole, and nobody gets an unexpected error',
  run: inRounds(async ({ marketplace, visits, random }) => {
    const { tokens, applications } = await prepare(marketplace, `storm-${Date.now()}`)
    const wrong: string[] = []
    const ask = (token: string, method: string, path: string) =>
      visits.ask(`/api/v2/products-carts${path}`, { method, headers: { authorization: `Bearer ${token}` } })
    const [owner = ''] = tokens
    for (let storm = 1; storm <= STORMS; storm++) {
      const { text } = await ask(owner, 'POST', '')
      const { id } = JSON.parse(text) as { id: string }
      const calls = [
        ['POST', ''],
        ['DELETE', `/${id}`],
        ['PATCH', `/${id}/checkout`],
        ['PATCH', `/${id}/checkout`],
        ['DELETE', `/${id}/checkout`],
        ['DELETE', `/${id}/coupon`],
        ...applications.flatMap((application) => [
          ['PATCH', `/${id}/applications/${application}`],
          ['DELETE', `/${id}/applications/${application}`],
        ]),
      ] as const
      const asked = Array.from({ length: CALLS_AT_ONCE }, () => ({
        token: tokens[random.int(0, tokens.length - 1)] ?? '',
        call: calls[random.int(0, calls.length - 1)] ?? (['POST', ''] as const),
      }))
      const answers = await Promise.all(asked.map(({ token, call: [method = '', path = ''] }) => ask(token, method, path)))
      for (const [index, { status, text: said }] of answers.entries())
        if (status === null || status >= 500 || status === 429)
          wrong.push(`${asked[index]?.call.join(' ')} got ${status} ${said.slice(0, 200)}`)
    }
    const found = await marketplace.inDatabase((client) => cartViolations(async (query) => (await client.query(query)).rows))
    return [...wrong, ...found]
  }),
}
