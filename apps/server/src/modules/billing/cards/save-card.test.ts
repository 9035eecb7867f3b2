import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BillingAccount,
  billingAccountSchema,
  type CardAnswer,
  cardAnswerSchema,
} from '@marketplace/contracts/billing/schemas'
import { openTestApp, openTestStore, type TestStore, testClock, until } from '../../../../test/harness.ts'
import { openTestPayments, type TestPayments, valueOf, VISA } from '../../../../test/payments.ts'
import { bearer, createOrganization, createToken, type Organization } from '../../../../test/people.ts'
import { MARKETPLACE_CLIENT } from '../../clients/index.ts'

const MASTER = '5555 5555 5555 4444'
const ALWAYS_ASKS = '4000 0027 6000 3184'
const DECLINED = '4000 0000 0000 0002'

const clock = testClock(new Date().toISOString())
let store: TestStore
let payments: TestPayments
let app: Awaited<ReturnType<typeof openTestApp>>
let acme: Organization
let owner: { token: string; organizationId: string }
let count = 0

beforeAll(async () => {
  store = await openTestStore()
  payments = await openTestPayments('http://shop.test')
  app = await openTestApp(store, { clock, payments: payments.payments })
  await app.startJobs()
})
afterAll(async () => {
  await app.close()
  await payments.close()
  await store.close()
})
/** A separate organization for each test. */
const organization = async () => {
  const made = await createOrganization(store, `buyer-${(count += 1)}`)
  const token = await createToken(store, made.people.owner, 'dal', { clientId: MARKETPLACE_CLIENT })
  return { made, token }
}
beforeEach(async () => {
  const { made, token } = await organization()
  acme = made
  owner = { token, organizationId: made.id }
})

const send = (method: 'GET' | 'POST', path: string, token: string | null, payload?: object) =>
  app.server.inject({ method, url: `/billing/v3${path}`, headers: token ? bearer(token) : {}, ...(payload && { payload }) })
const save = (card: unknown, token: string | null = owner.token, product = 'livechat') =>
  send('POST', `/account/${product}`, token, { payment_method: card })
/** Repeats a save that took too long, because a busy machine may delay several saves at once. */
const saveInTime = async (card: unknown) => {
  for (;;) {
    const answer = await save(card)
    if (answer.statusCode !== 503) return answer
  }
}
const account = async (token = owner.token) => (await send('GET', '/account', token)).json<BillingAccount>()
const rows = async <Row>(text: string, values: unknown[] = [owner.organizationId]) =>
  (await store.client.pool.query(text, values)).rows as Row[]
const customer = async () =>
  (await rows<{ customer_id: string }>('select customer_id from billing_profiles where organization_id = $1'))[0]?.customer_id ??
  ''
const cardsAtProvider = async (id: string) => valueOf<readonly { id: string }[]>(await payments.payments.listCards(id))

describe('POST /account/{product}', () => {
  test('needs a sign-in, a billing permission and the storefront’s own client', async () => {
    const card = await payments.sandbox().enterCard(VISA)
    expect((await save(card, null)).statusCode).toBe(401)
    const roles = ['administrator', 'viewer', 'normal', 'member'] as const
    for (const role of roles) {
      const token = await createToken(store, acme.people[role], 'dal', { clientId: MARKETPLACE_CLIENT })
      expect((await save(card, token)).statusCode).toBe(403)
    }
    expect((await save(card, acme.people.owner.token)).statusCode).toBe(403)
    const scopes = { clientId: MARKETPLACE_CLIENT, scopes: ['billing--all:rw'] }
    const helpdeskOnly = await createToken(store, acme.people.owner, 'dal', scopes)
    expect((await save(card, helpdeskOnly, 'livechat')).statusCode).toBe(403)
    expect(await rows('select * from billing_profiles where organization_id = $1')).toEqual([])
    expect((await save(card, helpdeskOnly, 'helpdesk')).statusCode).toBe(200)
  })

  test('saves the card, says what it is, and audits it', async () => {
    const answer = await save(await payments.sandbox().enterCard(MASTER, { month: '8', year: '2031' }))
    expect(answer.statusCode).toBe(200)
    expect(cardAnswerSchema.parse(answer.json())).toEqual({
      status: 'saved',
      client_secret: null,
      card: { brand: 'master', first_six: '555555', last_four: '4444', expiry_month: 8, expiry_year: 2031, expires_soon: false },
    })
    expect(await account()).toMatchObject({ has_card: true, card: { last_four: '4444' } })
    const [card] = await cardsAtProvider(await customer())
    expect(await rows('select provider_card_id, saved_at from cards where organization_id = $1')).toEqual([
      { provider_card_id: card?.id, saved_at: clock.now() },
    ])
    expect(await rows(`select action, subject, details from audit_events where organization_id = $1`)).toEqual([
      { action: 'card.saved', subject: card?.id, details: { brand: 'master', lastFour: '4444' } },
    ])
  })

  test('the same card again is the same card; another one replaces it, and the old one is detached', async () => {
    const [first, second] = [await payments.sandbox().enterCard(VISA), await payments.sandbox().enterCard(MASTER)]
    for (const card of [first, first]) expect((await save(card)).json<CardAnswer>().status).toBe('saved')
    expect(await cardsAtProvider(await customer())).toHaveLength(1)
    expect((await save(second)).json()).toMatchObject({ card: { last_four: '4444' } })
    await until(async () => (await cardsAtProvider(await customer())).length === 1, 30_000)
    expect((await cardsAtProvider(await customer())).map(({ id }) => id)).toEqual([second])
    expect(await rows(`select * from audit_events where organization_id = $1 and action = 'card.saved'`)).toHaveLength(2)
    // The card was detached, so it cannot be charged.
    expect((await save(first)).json()).toMatchObject({ code: 'CARD_NOT_USABLE' })
    expect(await account()).toMatchObject({ card: { last_four: '4444' } })
  })

  test('saves of different cards at once leave one customer and one card', async () => {
    const cards = await Promise.all([VISA, MASTER, VISA, MASTER].map((number) => payments.sandbox().enterCard(number)))
    const answers = await Promise.all([...cards, ...cards].map((card) => saveInTime(card)))
    const strange = answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 422)
    expect(strange.map(({ body }) => body)).toEqual([])
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
    const [stored] = await rows<{ provider_card_id: string }>('select provider_card_id from cards where organization_id = $1')
    await until(async () => (await cardsAtProvider(await customer())).length === 1, 30_000)
    expect((await cardsAtProvider(await customer())).map(({ id }) => id)).toEqual([stored?.provider_card_id])
    const customers = (await payments.sandbox().control('GET', '/_sandbox/ledger')) as object
    expect(customers).toMatchObject({ captures: [] })
  })

  test('first saves at once create one customer', async () => {
    const keys = new Set<string>()
    const { createCustomer } = payments.payments
    payments.payments.createCustomer = async (details, key) => {
      const created = await createCustomer(details, key)
      if (created.kind === 'succeeded') keys.add(created.value)
      return created
    }
    const card = await payments.sandbox().enterCard(VISA)
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(card)))
    payments.payments.createCustomer = createCustomer
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect([...keys]).toEqual([await customer()])
    expect(await cardsAtProvider(await customer())).toHaveLength(1)
  })

  test.each([
    ['complete', 200, { status: 'saved', client_secret: null }],
    ['fail', 422, { code: 'CARD_DECLINED' }],
  ] as const)('asks the card’s owner, and goes on after the answer: %s', async (outcome, status, body) => {
    const card = await payments.sandbox().enterCard(ALWAYS_ASKS)
    const asked = await save(card)
    expect([asked.statusCode, asked.json<CardAnswer>()]).toMatchObject([200, { status: 'action_required', card: null }])
    expect((await save(card)).json()).toEqual(asked.json())
    expect(await account()).toMatchObject({ has_card: false, card: null })
    await payments.sandbox().answerChallenge(asked.json<CardAnswer>().client_secret ?? '', outcome)
    const answered = await save(card)
    expect([answered.statusCode, answered.json<object>()]).toMatchObject([status, body])
    expect((await account()).has_card).toBe(outcome === 'complete')
  })

  test('says that a card was declined, and keeps the one before', async () => {
    await save(await payments.sandbox().enterCard(VISA))
    const answer = await save(await payments.sandbox().enterCard(DECLINED))
    expect([answer.statusCode, answer.json<object>()]).toMatchObject([422, { code: 'CARD_DECLINED' }])
    expect(await account()).toMatchObject({ card: { last_four: '4242' } })
  })

  test.each([
    { payment_method: '4242424242424242' },
    { payment_method: 4242424242424242 },
    { payment_method: 'pm_1', number: '4242 4242 4242 4242' },
    { card: { number: ['4242-4242-4242-4242'] } },
  ])('refuses a card number, and keeps nothing of it: %j', async (body) => {
    const answer = await send('POST', '/account/livechat', owner.token, body)
    expect([answer.statusCode, answer.json<object>()]).toMatchObject([422, { code: 'CARD_NUMBER_SENT' }])
    expect(answer.body).not.toMatch(/4242.?4242/)
    expect(app.logged.join('\n')).not.toMatch(/4242.?4242/)
    expect(await rows('select * from audit_events where organization_id = $1')).toEqual([])
    expect(await rows('select * from billing_profiles where organization_id = $1')).toEqual([])
  })

  test.each([
    [{}],
    [{ payment_method: '' }],
    [{ payment_method: null }],
    [{ payment_method: 'pm_1/../x' }],
    [{ payment_method: 'x'.repeat(256) }],
  ])('refuses what is no card’s id: %j', async (body) => {
    expect((await send('POST', '/account/livechat', owner.token, body)).statusCode).toBe(400)
  })

  test('refuses a card that the provider does not know, and one of another organization', async () => {
    for (const id of ['pm_unknown', 'pm_card_visa']) expect((await save(id)).json()).toMatchObject({ code: 'CARD_NOT_USABLE' })
    const theirs = await organization()
    const card = await payments.sandbox().enterCard(VISA)
    await save(card, theirs.token)
    expect((await save(card)).json()).toMatchObject({ code: 'CARD_NOT_USABLE' })
    expect(await account()).toMatchObject({ has_card: false })
    expect(await account(theirs.token)).toMatchObject({ has_card: true })
  })

  test('replaces a customer whom the provider no longer knows', async () => {
    await save(await payments.sandbox().enterCard(VISA))
    const before = await customer()
    await rows(`update billing_profiles set customer_id = 'cus_gone' where organization_id = $1 returning 1`)
    expect((await save(await payments.sandbox().enterCard(MASTER))).statusCode).toBe(200)
    expect([before, 'cus_gone']).not.toContain(await customer())
  })

  test('loses the right to save one while the bank is asked', async () => {
    const card = await payments.sandbox().enterCard(ALWAYS_ASKS)
    const { client_secret: secret } = (await save(card)).json<CardAnswer>()
    await payments.sandbox().answerChallenge(secret ?? '', 'complete')
    const { readCardSetup } = payments.payments
    payments.payments.readCardSetup = async (id) => {
      await rows(`update memberships set role = 'viewer' where organization_id = $1 returning 1`)
      return readCardSetup(id)
    }
    expect((await save(card)).statusCode).toBe(403)
    payments.payments.readCardSetup = readCardSetup
    expect(await rows('select * from cards where organization_id = $1')).toEqual([])
  })
})

test('a provider that does not answer is said to be unavailable, and the same card can be sent again', async () => {
  const card = await payments.sandbox().enterCard(VISA)
  await payments.sandbox().kill()
  expect((await save(card)).json()).toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' })
  await payments.restart()
  expect((await save(card)).json()).toMatchObject({ status: 'saved' })
})

describe('GET /account', () => {
  test('needs a sign-in', async () => {
    expect((await send('GET', '/account', null)).statusCode).toBe(401)
  })

  test('shows the card to those with a billing permission, and to others that there is one', async () => {
    await save(await payments.sandbox().enterCard(VISA))
    const { viewer } = acme.people
    const seen = await account(viewer.token)
    expect(billingAccountSchema.parse(seen)).toMatchObject({
      card: null,
      has_card: true,
      provider: { script: 'http://payments.test/elements.js', publishable_key: 'pk_test_payments_sandbox' },
    })
    expect((await account(acme.people.viceowner.token)).card).toMatchObject({ last_four: '4242' })
  })
})
