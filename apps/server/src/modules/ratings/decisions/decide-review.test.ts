import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock, until } from '../../../../test/harness.ts'
import { openTestMarketplace, type TestMarketplace } from '../../../../test/marketplace.ts'
import { createOrganization, createToken, type Person } from '../../../../test/people.ts'
import { MARKETPLACE_CLIENT } from '../../clients/index.ts'

const WRITTEN = '2026-11-20T12:00:00.000Z'
const DECIDED = '2026-11-21T08:00:00.000Z'
const REVIEW = 'Does its work, every day.'

const clock = testClock(WRITTEN)
let market: TestMarketplace
let staff: { token: string }
let author: Person & { token: string }
/** An administrator of the organization that develops the application. */
let developer: { token: string }
const expiresAt = new Date('2030-01-01')
beforeAll(async () => {
  market = await openTestMarketplace({ clock })
  const { people } = await createOrganization(market.store, 'marketplace')
  await market.sql('update accounts set staff = true where id = $1', [people.owner.accountId])
  const tokenOf = async (person: Person) => ({
    token: await createToken(market.store, person, 'dal', { clientId: MARKETPLACE_CLIENT, expiresAt }),
  })
  staff = await tokenOf(people.owner)
  const { normal } = market.globex.people
  author = { ...normal, ...(await tokenOf(normal)) }
  developer = await tokenOf(market.acme.people.owner)
})
afterAll(() => market.close())
beforeEach(async () => {
  clock.set(WRITTEN)
  await market.reset()
  await market.sql('delete from mails')
  await market.sql(
    `insert into installations (id, organization_id, application_id, installed_at) values (gen_random_uuid(), $1, $2, $3)`,
    [market.globex.id, market.idOf('own-published'), '2026-08-01T00:00:00Z'],
  )
})

const urlOf = (rest = '') => `/api/v2/feedback/rate/application/${market.idOf('own-published')}${rest}`
const write = async (body: object) => {
  const answer = await market.ask(author, 'PUT', urlOf(), { rate: 4, name: 'Ada', ...body })
  expect(answer.statusCode).toBe(200)
  const [row] = await market.sql<{ id: string }>('select id from ratings')
  return row?.id ?? ''
}
const decide = async (id: string, body: object) => {
  const answer = await market.ask(staff, 'PUT', `/api/v2/feedback/reviews/${id}/decision`, { writtenAt: WRITTEN, ...body })
  return { status: answer.statusCode, ...answer.json<{ state?: string; code?: string }>() }
}
const answer = (id: string, text: string, who = developer) =>
  market.ask(who, 'PUT', `/api/v2/feedback/reviews/${id}/answer`, { answer: text })
type Shown = { review: string; answer: { answer: string } | null }
const reviews = async () => (await market.ask(null, 'GET', urlOf('/reviews'))).json<{ result: Shown[]; total: number }>()
const showsReviews = (count: number) => until(async () => (await reviews()).total === count)
const queue = async (which: string) =>
  (await market.ask(staff, 'GET', `/api/v2/feedback/reviews?queue=${which}`)).json<{
    result: { of: string; id: string }[]
    total: number
  }>()
const mails = () => market.sql<{ recipient: string; subject: string }>('select recipient, subject from mails order by recipient')
const actions = async () =>
  (await market.audit()).map(({ action }) => action).filter((action) => /^(?:review|answer)\./.test(action))

describe('a review', () => {
  test('appears once it is verified; its author and the developer’s administrators get a mail', async () => {
    const id = await write({ review: REVIEW, mail: true })
    expect(await reviews()).toMatchObject({ total: 0, result: [] })
    expect((await queue('waiting')).result).toMatchObject([{ of: 'review', id }])
    clock.set(DECIDED)
    expect(await decide(id, { decision: 'verify' })).toMatchObject({ status: 200, state: 'shown' })
    await showsReviews(1)
    expect((await reviews()).result[0]).toMatchObject({ review: REVIEW, answer: null })
    expect(await mails()).toEqual(
      [
        { recipient: author.email, subject: expect.stringContaining('is published') },
        ...(['administrator', 'owner', 'viceowner'] as const).map((role) => ({
          recipient: market.acme.people[role].email,
          subject: expect.stringContaining('4 of 5 stars'),
        })),
      ].toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1)),
    )
    expect((await queue('waiting')).total).toBe(0)
    expect(await actions()).toEqual(['review.verified'])
  })

  test('that is rejected stays away, and tells its author why if they want mail', async () => {
    const id = await write({ review: REVIEW, mail: true })
    expect(await decide(id, { decision: 'reject', reason: 'It names a person.' })).toMatchObject({ state: 'rejected' })
    const [mail] = await market.sql<{ text: string; recipient: string }>('select text, recipient from mails')
    expect(mail).toMatchObject({ recipient: author.email, text: expect.stringContaining('It names a person.') })
    expect((await market.ask(author, 'GET', urlOf('/my'))).json()).toMatchObject({
      rating: { state: 'rejected', rejection: 'It names a person.' },
    })
    expect(await actions()).toEqual(['review.rejected'])
  })

  test('sends nothing to an author who wants no mail', async () => {
    const id = await write({ review: REVIEW, mail: false })
    await decide(id, { decision: 'reject' })
    expect(await mails()).toEqual([])
  })

  test('is not decided on unread: neither one that was changed, nor one without a text', async () => {
    const id = await write({ review: REVIEW })
    clock.set(DECIDED)
    await write({ review: `${REVIEW} Mostly.` })
    expect(await decide(id, { decision: 'verify' })).toMatchObject({ status: 409, code: 'REVIEW_CHANGED' })
    expect(await decide(id, { decision: 'hide', writtenAt: DECIDED })).toMatchObject({ code: 'REVIEW_STATE' })
    expect(await decide(id, { decision: 'verify', writtenAt: DECIDED })).toMatchObject({ state: 'shown' })
    // Other words wait again.
    clock.set('2026-11-22T08:00:00.000Z')
    await write({ review: 'Something else now.' })
    await showsReviews(0)
    expect(await decide('nobody', { decision: 'verify' })).toMatchObject({ status: 404, code: 'REVIEW_NOT_FOUND' })
  })

  test.each([
    ['x', 400],
    ['', 400],
    ['9999-99-99T00:00:00Z', 400],
    ['2026-11-20', 400],
    ['0000-01-01T00:00:00Z', 409],
    ['2026-11-20T14:00:00.000+02:00', 200],
  ])('is decided on with an instant: %j is %i', async (writtenAt, status) => {
    expect(await decide(await write({ review: REVIEW }), { decision: 'verify', writtenAt })).toMatchObject({ status })
  })
})

test('an answer appears once it is verified, changed words wait again, and only the developer writes it', async () => {
  const id = await write({ review: REVIEW, mail: true })
  expect((await answer(id, 'Thank you.')).statusCode).toBe(404)
  await decide(id, { decision: 'verify' })
  await market.sql('delete from mails')
  expect((await answer(id, 'Thank you.', author)).statusCode).toBe(403)
  clock.set(DECIDED)
  expect((await answer(id, 'Thank you.')).json()).toMatchObject({ answer: 'Thank you.', state: 'waiting' })
  expect((await reviews()).result[0]?.answer ?? null).toBeNull()
  expect((await queue('waiting')).result).toMatchObject([{ of: 'answer', id }])
  expect(await decide(id, { of: 'answer', decision: 'verify', writtenAt: DECIDED })).toMatchObject({ state: 'shown' })
  await until(async () => (await reviews()).result[0]?.answer?.answer === 'Thank you.')
  expect(await mails()).toMatchObject([{ recipient: author.email, subject: expect.stringContaining('has answered your review') }])
  expect((await answer(id, 'Thank you!')).json()).toMatchObject({ state: 'waiting' })
  await until(async () => (await reviews()).result[0]?.answer === null)
  expect((await market.ask(developer, 'DELETE', `/api/v2/feedback/reviews/${id}/answer`)).statusCode).toBe(200)
  expect(await actions()).toEqual(['review.verified', 'answer.written', 'answer.verified', 'answer.written', 'answer.deleted'])
})

test('a report counts once for an account, not for the author, and a decision closes it', async () => {
  const id = await write({ review: REVIEW })
  const report = async (who: { token: string }) =>
    (await market.ask(who, 'POST', `/api/v2/feedback/reviews/${id}/report`, { reason: 'spam' })).json<{
      status?: string
      code?: string
    }>()
  expect(await report(developer)).toMatchObject({ code: 'REVIEW_NOT_FOUND' })
  await decide(id, { decision: 'verify' })
  expect(await report(author)).toMatchObject({ code: 'REVIEW_OWN' })
  const both = await Promise.all([report(developer), report(developer)])
  expect(both.map(({ status, code }) => status ?? code).toSorted()).toEqual(['REVIEW_REPORTED', 'reported'])
  expect((await queue('reported')).result).toMatchObject([{ of: 'review', id }])
  expect(await decide(id, { decision: 'verify' })).toMatchObject({ state: 'shown' })
  expect((await queue('reported')).total).toBe(0)
  expect(await decide(id, { decision: 'hide' })).toMatchObject({ state: 'rejected' })
  await showsReviews(0)
  expect((await actions()).at(-1)).toBe('review.hidden')
})
