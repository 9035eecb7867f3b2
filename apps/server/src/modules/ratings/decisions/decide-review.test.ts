import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock, until } from '../../../../test/harness.ts'
import { meanwhile as askMeanwhile } from '../../../../test/meanwhile.ts'
import { openTestMarketplace, type TestMarketplace } from '../../../../test/marketplace.ts'
import { createOrganization, createToken, type Person } from '../../../../test/people.ts'
import { MARKETPLACE_CLIENT } from '../../clients/index.ts'

const WRITTEN = '2026-11-20T12:00:00.000Z'
const DECIDED = '2026-11-21T08:00:00.000Z'
const REVIEW = 'Does its work, every day.'

const clock = testClock(WRITTEN)
let market: TestMarketplace
/** The staff account of this test. Each test uses its own, because an account may decide sixty times a minute. */
let staff: { token: string }
let staffs: { token: string }[]
let author: Person & { token: string }
/** An administrator of the organization that develops the application. */
let developer: { token: string }
const expiresAt = new Date('2030-01-01')
beforeAll(async () => {
  market = await openTestMarketplace({ clock })
  const { people } = await createOrganization(market.store, 'marketplace')
  await market.sql(`update accounts set staff = true where email like '%@marketplace.test'`)
  const tokenOf = async (person: Person) => ({
    token: await createToken(market.store, person, 'dal', { clientId: MARKETPLACE_CLIENT, expiresAt }),
  })
  staffs = await Promise.all(Object.values(people).map(tokenOf))
  const { normal } = market.globex.people
  author = { ...normal, ...(await tokenOf(normal)) }
  developer = await tokenOf(market.acme.people.owner)
})
afterAll(() => market.close())
beforeEach(async () => {
  staffs = [...staffs.slice(1), ...staffs.slice(0, 1)]
  staff = staffs[0] ?? { token: '' }
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
    // A changed text waits again.
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

describe('every decision in every state', () => {
  const STATES = { waiting: [], shown: ['verify'], rejected: ['reject'] } as const
  const rows = (['waiting', 'shown', 'rejected'] as const).flatMap((state) =>
    (['verify', 'reject', 'hide'] as const).map((decision) => [state, decision] as const),
  )
  /** The resulting state and the audit's action; null if the decision is refused. */
  const FOLLOWS: Readonly<Record<string, [state: string, action: string]>> = {
    'waiting verify': ['shown', 'verified'],
    'waiting reject': ['rejected', 'rejected'],
    'shown verify': ['shown', 'verified'],
    'shown hide': ['rejected', 'hidden'],
    'rejected verify': ['shown', 'verified'],
  }
  const WORDS = { waiting: 'waiting to be verified', shown: 'shown', rejected: 'rejected' }

  describe.each(['review', 'answer'] as const)('of %s', (of) => {
    test.each(rows)('%s: %s', async (state, decision) => {
      const id = await write({ review: REVIEW, mail: true })
      if (of === 'answer') {
        await decide(id, { decision: 'verify' })
        expect((await answer(id, 'Thank you.')).statusCode).toBe(200)
      }
      for (const step of STATES[state]) expect(await decide(id, { of, decision: step })).toMatchObject({ status: 200 })
      const [told, audited] = [(await mails()).length, (await actions()).length]

      const given = await decide(id, { of, decision, reason: 'Because.' })
      const follows = FOLLOWS[`${state} ${decision}`]
      if (!follows) {
        expect(given).toMatchObject({
          status: 422,
          code: 'REVIEW_STATE',
          message: `The text is ${WORDS[state]}, so this cannot be done with it.`,
        })
        expect([(await mails()).length, (await actions()).length]).toEqual([told, audited])
        return
      }
      expect(given).toEqual({ status: 200, state: follows[0] })
      expect((await actions()).slice(audited)).toEqual([`${of}.${follows[1]}`])
      // A mail is sent if a text appears or disappears, except when an answer disappears.
      const isTold = follows[0] !== state && (of === 'review' || follows[0] === 'shown')
      expect((await mails()).length > told).toBe(isTold)
      const [kept] = await market.sql<{ rejection: string | null; verified: boolean; rejected: boolean }>(
        `select rejection, verified_at is not null as verified, rejected_at is not null as rejected
         from ${of === 'review' ? 'ratings' : 'review_answers'}`,
      )
      const isShown = follows[0] === 'shown'
      expect(kept).toEqual({ rejection: isShown ? null : 'Because.', verified: isShown, rejected: !isShown })
    })
  })

  test('of an answer that there is not, and of one that was taken back', async () => {
    const id = await write({ review: REVIEW })
    expect(await decide(id, { of: 'answer', decision: 'verify' })).toMatchObject({ status: 404, code: 'ANSWER_NOT_FOUND' })
    await decide(id, { decision: 'verify' })
    await answer(id, 'Thank you.')
    await market.ask(developer, 'DELETE', `/api/v2/feedback/reviews/${id}/answer`)
    expect(await decide(id, { of: 'answer', decision: 'verify' })).toMatchObject({ status: 404, code: 'ANSWER_NOT_FOUND' })
    expect((await market.ask(developer, 'DELETE', `/api/v2/feedback/reviews/${id}/answer`)).json()).toMatchObject({
      code: 'ANSWER_NOT_FOUND',
    })
  })

  test('of two at once is one: the other finds it done', async () => {
    const id = await write({ review: REVIEW })
    const both = await Promise.all([
      decide(id, { decision: 'reject' }),
      decide(id, { decision: 'hide' }),
      decide(id, { decision: 'reject' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(await actions()).toEqual(['review.rejected'])
  })
})

describe('a right that is lost while the request waits', () => {
  const meanwhile = async <T>(change: string, values: unknown[], request: () => Promise<T>): Promise<T> =>
    (await askMeanwhile(market.store, [change, values], request)).answer
  const kept = () =>
    market.sql(`select r.verified_at, r.rejected_at, answer from ratings r left join review_answers on rating_id = r.id`)

  test('a person who leaves the staff cannot decide', async () => {
    const id = await write({ review: REVIEW })
    const before = await kept()
    const body = { decision: 'verify', writtenAt: WRITTEN }
    const given = await meanwhile('update accounts set staff = false', [], () =>
      market.ask(staff, 'PUT', `/api/v2/feedback/reviews/${id}/decision`, body),
    )
    await market.sql(`update accounts set staff = true where email like '%@marketplace.test'`)
    expect([given.statusCode, given.json()]).toMatchObject([403, { code: 'FORBIDDEN' }])
    expect([await kept(), await mails(), await actions()]).toEqual([before, [], []])
  })

  const DEVELOPER_LOSSES: [string, string, string][] = [
    [
      'its client loses the scope',
      `update oauth_clients set scopes = '{}' where id = 'writes'`,
      `update oauth_clients set scopes = '{dps.applications}' where id = 'writes'`,
    ],
    [
      'it is no member any more',
      `update memberships set suspended = true where account_id = (select id from accounts where email = 'administrator@acme.test')`,
      `update memberships set suspended = false`,
    ],
  ]
  test.each(DEVELOPER_LOSSES)('who answers for the developer, and %s', async (_, change, back) => {
    const id = await write({ review: REVIEW })
    await decide(id, { decision: 'verify' })
    await market.sql(
      `insert into oauth_clients (id, name, type, scopes, trusted, redirect_uris) values ('writes', 'Writes', 'javascript_app', '{dps.applications}', true, '{}')
       on conflict do nothing`,
    )
    const token = await createToken(market.store, market.acme.people.administrator, 'dal', { clientId: 'writes', expiresAt })
    expect((await answer(id, 'Thank you.', { token })).statusCode).toBe(200)
    const before = await kept()
    try {
      for (const request of [
        () => answer(id, 'Thanks again.', { token }),
        () => market.ask({ token }, 'DELETE', `/api/v2/feedback/reviews/${id}/answer`),
      ]) {
        expect([401, 403]).toContain((await meanwhile(change, [], request)).statusCode)
        expect(await kept()).toEqual(before)
        await market.sql(back)
      }
    } finally {
      await market.sql(back)
    }
  })

  test('a person who no longer develops the application cannot answer', async () => {
    const id = await write({ review: REVIEW })
    await decide(id, { decision: 'verify' })
    const own = `update developers set organization_id = $1 where id = (select developer_id from applications where id = $2)`
    const app = market.idOf('own-published')
    await market.sql(own, [market.globex.id, app])
    try {
      expect((await answer(id, 'Thank you.')).json()).toMatchObject({ code: 'FORBIDDEN' })
      expect(await market.sql('select 1 from review_answers')).toEqual([])
    } finally {
      await market.sql(own, [market.acme.id, app])
    }
  })
})

describe('the queue', () => {
  test('is in the order of writing, in pages, with what was said in reports', async () => {
    const first = await write({ review: REVIEW })
    await decide(first, { decision: 'verify' })
    clock.set('2026-11-20T12:01:00.000Z')
    await answer(first, 'Thank you.')
    const reporters = [
      developer,
      ...(await Promise.all(
        (['owner', 'viewer'] as const).map(async (role) => ({
          token: await createToken(market.store, market.globex.people[role], 'dal', { clientId: MARKETPLACE_CLIENT, expiresAt }),
        })),
      )),
    ]
    for (const [index, who] of reporters.entries()) {
      clock.set(`2026-11-20T12:0${index + 2}:00.000Z`)
      const body = { reason: 'other', note: index === 0 ? ' \u200b ' : `Note ${index}` }
      expect((await market.ask(who, 'POST', `/api/v2/feedback/reviews/${first}/report`, body)).statusCode).toBe(200)
    }
    const page = async (query: string) =>
      (await market.ask(staff, 'GET', `/api/v2/feedback/reviews?${query}`)).json<{
        total: number
        result: { reports: unknown[] }[]
      }>()
    expect(await page('queue=reported')).toMatchObject({
      total: 1,
      result: [
        {
          of: 'review',
          state: 'shown',
          writtenAt: WRITTEN,
          reports: [
            { reason: 'other', note: null, createdAt: '2026-11-20T12:02:00.000Z' },
            { reason: 'other', note: 'Note 1' },
            { reason: 'other', note: 'Note 2' },
          ],
        },
      ],
    })
    expect(await page('queue=waiting')).toMatchObject({
      total: 1,
      result: [{ of: 'answer', state: 'waiting', answer: 'Thank you.', writtenAt: '2026-11-20T12:01:00.000Z' }],
    })
    expect(await page('queue=waiting&offset=1')).toEqual({ total: 1, result: [] })
  })

  test('a report of who browses as somebody else is not taken, nor an answer of theirs', async () => {
    const id = await write({ review: REVIEW })
    await decide(id, { decision: 'verify' })
    const [{ id: actorId } = { id: '' }] = await market.sql<{ id: string }>('select id from accounts where staff')
    const token = await createToken(market.store, market.acme.people.owner, 'dal', {
      clientId: MARKETPLACE_CLIENT,
      actorId,
      expiresAt,
    })
    const report = await market.ask({ token }, 'POST', `/api/v2/feedback/reviews/${id}/report`, { reason: 'spam' })
    for (const given of [report, await answer(id, 'Thank you.', { token })])
      expect([given.statusCode, given.json()]).toMatchObject([403, { code: 'RATING_BY_SUPPORT' }])
    expect(await market.sql('select 1 from review_reports union select 1 from review_answers')).toEqual([])
  })
})
