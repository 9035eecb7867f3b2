import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ApplicationRules, applicationRulesSchema } from '@marketplace/contracts/application-rules/schemas'
import type { Role } from '@marketplace/contracts/core/roles'
import { type CartMarketplace, openCartMarketplace } from '../../../test/carts.ts'
import { saveClients } from '../clients/index.ts'

let market: CartMarketplace
beforeAll(async () => {
  market = await openCartMarketplace()
})
afterAll(() => market.close())
beforeEach(async () => {
  await market.empty()
  await market.reset()
  await market.sql('delete from ruled_applications')
  await market.sql('delete from application_rules')
})

const RULES = '/api/v2/organizations/my/rules'
const owner = () => market.acme.people.owner
const read = async (who = owner()) => (await market.ask(who, 'GET', RULES)).json<ApplicationRules>()
const put = async (body: object, who = owner()) => market.ask(who, 'PUT', RULES, { revision: (await read()).revision, ...body })
const block = (...slugs: string[]) => put({ mode: 'block', applications: slugs.map(market.idOf) })
const allow = (...slugs: string[]) => put({ mode: 'allow', applications: slugs.map(market.idOf) })
const codeOf = async (answer: Promise<{ statusCode: number; json: <T>() => T }>) => {
  const { statusCode, json } = await answer
  return statusCode < 400 ? statusCode : json<{ code: string }>().code
}

describe('the list', () => {
  test('is none at first, and is what an owner has set', async () => {
    expect(await read()).toMatchObject({ mode: 'off', reason: '', revision: 0, applications: [], can: { change: true } })
    const answer = await put({ mode: 'block', reason: '  Legal looks at it. ', applications: [market.idOf('plain')] })
    expect(answer.statusCode).toBe(200)
    const rules = answer.json<ApplicationRules>()
    expect(applicationRulesSchema.parse(rules)).toEqual(rules)
    expect(rules).toMatchObject({
      mode: 'block',
      reason: 'Legal looks at it.',
      revision: 1,
      applications: [{ slug: 'plain', installed: false }],
      changed_by: { id: owner().accountId, name: 'owner of acme' },
    })
    expect(await read(market.acme.people.administrator)).toEqual({ ...rules, can: { change: false } })
    expect(await read(market.globex.people.owner)).toMatchObject({ mode: 'off' })
    expect((await market.audit()).at(-1)).toMatchObject({
      action: 'organization.application-list-changed',
      account_id: owner().accountId,
      details: { from: 'off', to: 'block', added: [market.idOf('plain')], removed: [] },
    })
  })

  test('of two people who change it at once, the second is told', async () => {
    const bodies = ['plain', 'desk'].map((slug) => ({ mode: 'block', applications: [market.idOf(slug)], revision: 0 }))
    const answers = await Promise.all(bodies.map((body) => codeOf(market.ask(owner(), 'PUT', RULES, body))))
    expect(answers.toSorted()).toEqual([200, 'RULES_CHANGED'])
    expect((await read()).revision).toBe(1)
  })

  test.each([
    ['somebody else’s private application', () => ({ applications: [market.idOf('their-private')] }), 'APPLICATION_NOT_FOUND'],
    ['an application that there is not', () => ({ applications: ['none'] }), 'APPLICATION_NOT_FOUND'],
    ['a null character', () => ({ applications: ['a\0b'] }), 'APPLICATION_NOT_FOUND'],
    ['501 applications', () => ({ applications: Array.from({ length: 501 }, () => market.idOf('plain')) }), 'INVALID_PARAMETERS'],
    ['a reason of 301 letters', () => ({ applications: [], reason: 'x'.repeat(301) }), 'INVALID_PARAMETERS'],
    ['a reason with a control character', () => ({ applications: [], reason: 'a\u0007b' }), 'INVALID_PARAMETERS'],
    ['a mode that there is not', () => ({ applications: [], mode: 'some' }), 'INVALID_PARAMETERS'],
  ])('does not take %s', async (_, body, code) => {
    expect(await codeOf(put({ mode: 'block', ...body() }))).toBe(code)
    expect((await read()).revision).toBe(0)
  })

  test('has the organization’s own private application, each application once', async () => {
    const own = market.idOf('own-private')
    expect((await put({ mode: 'allow', applications: [own, own] })).json()).toMatchObject({ applications: [{ id: own }] })
  })
})

describe('the refusals of the list', () => {
  test('is not installed, and the person is told the reason', async () => {
    await put({ mode: 'block', reason: 'Legal looks at it.', applications: [market.idOf('plain')] })
    const refused = await market.install('plain', owner())
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      code: 'APPLICATION_NOT_ALLOWED',
      message: 'Your organization does not allow this application. Legal looks at it.',
    })
    expect((await market.install('desk', owner())).statusCode).toBe(200)
    const { can } = await market.instanceOf('plain', market.acme.people.administrator)
    expect(can.install).toMatchObject({ code: 'APPLICATION_NOT_ALLOWED' })
    expect(can.requestAccess.allowed).toBe(true)
    expect((await market.instanceOf('plain')).can.requestAccess.allowed).toBe(false)
    expect((await market.instanceOf('plain', market.globex.people.owner)).can.install.allowed).toBe(true)
  })

  test('stays if it is installed, and can be uninstalled', async () => {
    await market.install('plain', owner())
    await allow('desk')
    expect((await read()).refused_installed).toBe(1)
    expect((await market.installed()).map(({ slug }) => slug)).toEqual(['plain'])
    expect(await codeOf(market.install('plain', owner()))).toBe('ALREADY_INSTALLED')
    expect((await market.uninstall('plain', owner())).statusCode).toBe(200)
    expect(await codeOf(market.install('plain', owner()))).toBe('APPLICATION_NOT_ALLOWED')
  })

  test('is not put into a cart, and keeps a cart from its checkout', async () => {
    const cart = await market.cartOf(owner(), 'seats')
    await block('seats', 'licence')
    expect(await codeOf(market.call(owner(), 'PATCH', `/${cart.id}/applications/${market.idOf('licence')}`))).toBe(
      'APPLICATION_NOT_ALLOWED',
    )
    expect(await codeOf(market.call(owner(), 'PATCH', `/${cart.id}/checkout`, {}))).toBe('APPLICATION_NOT_ALLOWED')
    const shown = (await market.call(owner(), 'GET', `/${cart.id}`)).json<{ products: { problem: { code: string } | null }[] }>()
    expect(shown.products.map(({ problem }) => problem?.code)).toEqual(['APPLICATION_NOT_ALLOWED'])
    await put({ mode: 'off', applications: [] })
    expect(await codeOf(market.call(owner(), 'PATCH', `/${cart.id}/checkout`, {}))).toBe(200)
  })

  test('gets no charge, neither for a plan nor of its own, and nobody accepts one', async () => {
    const id = market.idOf('plain')
    await saveClients(market.store.client.database, [
      { id, name: 'Plain', type: 'javascript_app', scopes: ['billing_manage'], trusted: false },
    ])
    const token = owner().token
    const ofApplication = async () => {
      await market.sql('update tokens set client_id = $1 where account_id = $2', [id, owner().accountId])
      const answer = await market.ask({ token }, 'POST', '/billing/v3/direct_charge/livechat', {
        name: 'More',
        price: 500,
        return_url: null,
      })
      await market.sql(`update tokens set client_id = 'marketplace' where account_id = $1`, [owner().accountId])
      return answer
    }
    const offered = await ofApplication()
    expect(offered.statusCode).toBe(201)
    await block('plain', 'seats')
    expect((await ofApplication()).json()).toMatchObject({ code: 'APPLICATION_NOT_ALLOWED' })
    const charge = `/billing/v3/direct_charge/livechat/${offered.json<{ id: string }>().id}`
    expect(await codeOf(market.ask(owner(), 'PUT', `${charge}/accept`))).toBe('APPLICATION_NOT_ALLOWED')
    const planId = await market.planOf('plans', 'Small')
    await block('plain', 'plans')
    const create = `/api/v2/applications/${market.idOf('plans')}/create-charge`
    expect(await codeOf(market.ask(owner(), 'POST', create, { plan_id: planId }))).toBe('APPLICATION_NOT_ALLOWED')
    expect(await codeOf(market.ask(owner(), 'PUT', `${charge}/decline`))).toBe(200)
  })
})

test('an administrator asks an owner, whose mail says what to change', async () => {
  await block('plain')
  const { administrator } = market.acme.people
  const ask = (who: { token: string }) =>
    market.app.accounts.inject({
      method: 'POST',
      url: '/v2/accounts/me/send_request_for_invitation',
      headers: { authorization: `Bearer ${who.token}` },
      payload: { product: 'livechat', application_id: market.idOf('plain') },
    })
  expect((await ask(administrator)).statusCode).toBe(200)
  const mails = await market.sql<{ recipient: string; text: string }>('select recipient, text from mails order by recipient')
  expect(mails.map(({ recipient }) => recipient)).toEqual(['owner@acme.test', 'viceowner@acme.test'])
  expect(mails[0]?.text).toContain('The rules of your organization do not allow it.')
  expect((await ask(owner())).statusCode).toBe(422)
})

test('an install and a change of the list at once: the list is either too late, or the install is refused', async () => {
  const rounds = 12
  for (let round = 0; round < rounds; round++) {
    await put({ mode: 'off', applications: [] })
    const [installed] = await Promise.all([codeOf(market.install('plain', owner())), block('plain')])
    const rows = await market.sql<{ installed_at: Date }>('select installed_at from installations where uninstalled_at is null')
    expect([200, 'APPLICATION_NOT_ALLOWED']).toContain(installed)
    expect(rows).toHaveLength(installed === 200 ? 1 : 0)
    // The audit shows which of the two was first.
    const order = (await market.audit()).map(({ action }) => action).filter((action) => /installed|list/.test(action))
    if (installed === 200) expect(order.slice(-2)).toEqual(['application.installed', 'organization.application-list-changed'])
    await market.reset()
  }
})

const ROLES = ['owner', 'viceowner', 'administrator', 'viewer', 'normal', 'member'] as const satisfies readonly Role[]
const SLUGS = ['plain', 'desk', 'own-private'] as const
const anyStep = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    role: fc.constantFrom(...ROLES),
    mode: fc.constantFrom('off', 'allow', 'block'),
    list: fc.subarray([...SLUGS]),
  }),
  fc.record({
    do: fc.constantFrom('install' as const, 'uninstall' as const),
    role: fc.constantFrom(...ROLES),
    slug: fc.constantFrom(...SLUGS),
  }),
)

test('any order of lists, installs and uninstalls by any role agrees with a simple model', async () => {
  // The endpoints' limits count requests by the minute: each run is in a minute of its own.
  const { now } = Date
  let minutes = 0
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000)
  onTestFinished(() => later.mockRestore())
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 16 }), async (steps) => {
      minutes++
      await market.reset()
      await market.sql('delete from ruled_applications')
      await market.sql('delete from application_rules')
      let rules: { mode: string; list: readonly string[] } = { mode: 'off', list: [] }
      const installed = new Set<string>()
      for (const step of steps) {
        const who = market.acme.people[step.role]
        const isOwner = step.role === 'owner' || step.role === 'viceowner'
        const manages = isOwner || step.role === 'administrator'
        if (step.do === 'set') {
          const answer = await codeOf(put({ mode: step.mode, applications: step.list.map(market.idOf) }, who))
          expect(answer).toBe(isOwner ? 200 : 'FORBIDDEN')
          if (isOwner) rules = { mode: step.mode, list: step.list }
        } else if (step.do === 'install') {
          const isAllowed = rules.mode === 'off' || (rules.mode === 'allow') === rules.list.includes(step.slug)
          const expected = !manages
            ? 'INSTALL_NOT_ALLOWED'
            : installed.has(step.slug)
              ? 'ALREADY_INSTALLED'
              : isAllowed
                ? 200
                : 'APPLICATION_NOT_ALLOWED'
          expect(await codeOf(market.install(step.slug, who))).toBe(expected)
          if (expected === 200) installed.add(step.slug)
        } else {
          const expected = !manages ? 'INSTALL_NOT_ALLOWED' : installed.delete(step.slug) ? 200 : 'NOT_INSTALLED'
          expect(await codeOf(market.uninstall(step.slug, who))).toBe(expected)
        }
        expect((await market.installed()).map(({ slug }) => slug).toSorted()).toEqual([...installed].toSorted())
      }
    }),
    { numRuns: 15 },
  )
})
