import type { Cart } from '@marketplace/contracts/carts/schemas'
import { describe, expect, test } from 'vitest'
import { type Shop, useShop } from '../../../test/purchases.ts'

let shop: Shop
useShop((opened) => {
  shop = opened
})

const people = () => shop.acme.people
const choose = async (cart: string, agents: string[] | null, who = people().owner) => {
  const answer = await shop.ask(who, 'PUT', `/api/v2/products-carts/${cart}/agents`, { agents })
  return { status: answer.statusCode, body: answer.json<Cart & { code?: string }>() }
}
const installed = () =>
  shop.sql<{ slug: string; agents: string[] | null }>(
    `select a.slug, i.agents from installations i join applications a on a.id = i.application_id
     where i.uninstalled_at is null and a.slug in ('seats', 'desk-seats') order by a.slug`,
  )

test('the chosen agents get the bought applications, each application those of its product, and the price stays', async () => {
  const { id, totals } = await shop.cartOf(people().owner, 'seats', 'desk-seats')
  const { accountId } = people().normal
  const { status, body } = await choose(id, [accountId, people().owner.accountId, accountId])
  expect(status).toBe(200)
  expect(body).toMatchObject({ agentsChosen: true, totals })
  expect(new Set(body.agents.map(({ agent }) => agent))).toEqual(new Set([accountId, people().owner.accountId]))
  await shop.call(people().owner, 'PATCH', `/${id}/checkout`, {})
  expect((await choose(id, null)).body.code).toBe('PRODUCTS_CART_CHECKOUT_STARTED')
  expect((await shop.buy(people().owner, id)).status).toBe(200)
  for (const { agents } of await installed()) expect(agents).toContain(people().owner.accountId)
  const live = (await installed()).find(({ slug }) => slug === 'seats')
  expect(live?.agents).toContain(accountId)
  expect(await shop.violations()).toEqual([])
})

/** Suspends a member of acme, in one product or in all, while `work` runs. */
const whileSuspended = async (accountId: string, product: string | null, work: () => Promise<unknown>): Promise<void> => {
  const suspend = (suspended: boolean) =>
    shop.sql(`update memberships set suspended = $3 where account_id = $1 and product = coalesce($2, product)`, [
      accountId,
      product,
      suspended,
    ])
  await suspend(true)
  try {
    await work()
  } finally {
    await suspend(false)
  }
}

describe('a choice of which nobody can use an application gives it to nobody, and not to everybody:', () => {
  const buy = async (id: string) => {
    await shop.call(people().owner, 'PATCH', `/${id}/checkout`, {})
    expect((await shop.buy(people().owner, id)).body.status).toBe('purchased')
  }

  test('all chosen agents are suspended before the purchase', async () => {
    const { id } = await shop.cartOf(people().owner, 'seats')
    const { accountId } = people().normal
    await choose(id, [accountId])
    await whileSuspended(accountId, null, () => buy(id))
    expect(await installed()).toEqual([{ slug: 'seats', agents: [] }])
    expect(await shop.violations()).toEqual([])
  })

  test('the chosen agents use only the other product of the cart', async () => {
    const { id } = await shop.cartOf(people().owner, 'seats', 'desk-seats')
    const { accountId } = people().normal
    await whileSuspended(accountId, 'helpdesk', async () => {
      expect((await choose(id, [accountId])).body.agents).toEqual([{ product: 'livechat', agent: accountId }])
      await buy(id)
    })
    expect(await installed()).toEqual([
      { slug: 'desk-seats', agents: [] },
      { slug: 'seats', agents: [accountId] },
    ])
    expect(await shop.violations()).toEqual([])
  })
})

test('without a choice all agents get them', async () => {
  const { id, agentsChosen } = await shop.cartOf(people().owner, 'seats')
  expect(agentsChosen).toBe(false)
  await choose(id, [people().normal.accountId])
  expect((await choose(id, null)).body.agentsChosen).toBe(false)
  await shop.call(people().owner, 'PATCH', `/${id}/checkout`, {})
  await shop.buy(people().owner, id)
  expect(await installed()).toEqual([{ slug: 'seats', agents: null }])
})

test('people of another organization, and nobody at all, cannot be chosen', async () => {
  const { id } = await shop.cartOf(people().owner, 'seats')
  expect((await choose(id, [shop.globex.people.owner.accountId])).body.code).toBe('AGENT_NOT_FOUND')
  expect((await choose(id, ['\u0000'])).body.code).toBe('AGENT_NOT_FOUND')
  expect((await choose(id, [])).status).toBe(400)
  expect((await choose(id, null, people().viewer)).status).toBe(403)
  expect((await choose(id, null, shop.globex.people.owner)).status).toBe(404)
})

test('a thousand chosen agents who use both products all get both applications', async () => {
  await shop.sql(
    `insert into accounts (id, name, email, default_organization_id)
     select 'many ' || n, 'Many', 'many-' || n || '@acme.test', $1 from generate_series(1, 1001) n`,
    [shop.acme.id],
  )
  try {
    await shop.sql(
      `insert into memberships (organization_id, account_id, product, role)
       select $1, 'many ' || n, p, 'normal' from generate_series(1, 1001) n, unnest('{livechat,helpdesk}'::text[]) p`,
      [shop.acme.id],
    )
    const many = Array.from({ length: 1_001 }, (_, index) => `many ${index + 1}`)
    const { id } = await shop.cartOf(people().owner, 'seats', 'desk-seats')
    const refused = await choose(id, many)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('1000')])
    const chosen = many.slice(0, 1_000)
    expect((await choose(id, chosen)).body.agents).toHaveLength(2_000)
    await shop.call(people().owner, 'PATCH', `/${id}/checkout`, {})
    expect((await shop.buy(people().owner, id)).body.status).toBe('purchased')
    const given = await installed()
    expect(given.map(({ slug, agents }) => [slug, new Set(agents)])).toEqual([
      ['desk-seats', new Set(chosen)],
      ['seats', new Set(chosen)],
    ])
    expect(await shop.violations()).toEqual([])
  } finally {
    await shop.sql(`update installations set agents = null`)
    await shop.sql(`delete from accounts where id like 'many %'`)
  }
})
