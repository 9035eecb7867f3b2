import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HeldComment } from '@marketplace/contracts/partners/staff-schemas'
import { until } from '../../../../test/harness.ts'
import { openTestVisitors, START, type TestVisitors } from '../../../../test/visitors.ts'

let visitors: TestVisitors
beforeAll(async () => {
  visitors = await openTestVisitors()
})
afterAll(() => visitors.close())
beforeEach(async () => {
  visitors.clock.set(START)
  await visitors.sql('delete from expert_comments')
  await visitors.sql('delete from audit_events')
})

const ADA = '/experts_marketplace/id-of-ada/comment'
const comment = (given: object = {}) => ({
  email: 'somebody@else.test',
  userEmail: 'visitor@example.test',
  comment: 'They were quick.',
  name: 'Vera',
  website: '',
  ...given,
})
const held = async (state = 'waiting') =>
  (await visitors.asStaff('GET', `/experts_comments?state=${state}`)).json<HeldComment[]>()
const decide = (id: string, decision: 'verify' | 'reject') => visitors.asStaff('PUT', `/experts_comments/${id}/${decision}`)
const shown = async () => {
  const { server } = visitors.app
  const page = await server.inject({ url: '/partners/ada/' })
  const api = await server.inject({ url: '/api/v2/partners/experts_marketplace/id-of-ada' })
  return { page: page.body, testimonials: api.json<{ testimonials: { comment: string }[] }>().testimonials }
}

describe('POST /partners/experts_marketplace/{id}/comment', () => {
  test('keeps it until staff have verified it, and shows it then', async () => {
    const answer = await visitors.post(ADA, comment())
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'waiting' }])
    const [waiting] = await held()
    expect(waiting).toEqual({
      id: waiting?.id,
      expert_id: 'id-of-ada',
      expert_name: 'Ada',
      name: 'Vera',
      email: 'visitor@example.test',
      website: null,
      comment: 'They were quick.',
      state: 'waiting',
      created_at: START,
    })
    const before = await shown()
    expect([before.page.includes('They were quick.'), before.testimonials]).toEqual([false, []])

    expect((await decide(waiting?.id ?? '', 'verify')).json()).toMatchObject({ state: 'verified' })
    await until(async () => (await shown()).page.includes('They were quick.'))
    const { page, testimonials } = await shown()
    expect(testimonials).toMatchObject([{ comment: 'They were quick.', website: null }])
    expect(page).not.toContain('visitor@example.test')
    expect([await held(), (await held('verified')).length]).toEqual([[], 1])
  })

  test('the same address for the same expert again is 409, in any case of letters', async () => {
    await visitors.post(ADA, comment())
    const again = await visitors.post(ADA, comment({ userEmail: 'Visitor@Example.test', comment: 'Again.' }))
    expect([again.statusCode, again.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'COMMENT_REPEATED', message: 'Review has been already sent!' }),
    ])
    expect((await visitors.post(ADA.replace('ada', 'bea'), comment())).statusCode).toBe(200)
    expect(await held()).toHaveLength(2)
  })

  test('of ten of one address at once one is kept', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitors.post(ADA, comment())))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await held()).toHaveLength(1)
  })

  test.each([
    ['a review of 1', { comment: 'a' }, 'Please enter your review'],
    ['no review', { comment: undefined }, 'Please enter your review'],
    ['a review of 256', { comment: 'a'.repeat(256) }, 'Review cannot be longer than 255 characters'],
    ['a name of 1', { name: 'a' }, 'Please enter your name'],
    ['a name of 65', { name: 'a'.repeat(65) }, 'Name cannot be longer than 64 characters'],
    ['no name', { name: undefined }, 'Please enter your name'],
    ['no address', { userEmail: 'visitor' }, 'Please enter your e-mail address'],
    ['a review of letters that nobody sees', { comment: '\u200b\u200b\u2060' }, 'Please enter your review'],
    ['a name of letters that nobody sees', { name: '\u200b \u200e\u200b' }, 'Please enter your name'],
    ['a review of 256 emoji', { comment: '🙂'.repeat(256) }, 'Review cannot be longer than 255 characters'],
    ['a website that runs', { website: 'javascript:alert(1)' }, undefined],
    ['a website that names another one first', { website: 'https://bank.example@phish.example' }, undefined],
  ])('refuses %s', async (_, given, words) => {
    const answer = await visitors.post(ADA, comment(given))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toMatchObject([{ field: Object.keys(given)[0], ...(words && { message: words }) }])
    expect(await held()).toEqual([])
  })

  test.each([
    ['a review of 2', { comment: 'ok' }],
    ['a review of 255', { comment: 'a'.repeat(255) }],
    ['a review of 255 emoji', { comment: '🙂'.repeat(255) }],
    ['a review of 255 with blanks around', { comment: ` \u200b${'a'.repeat(255)}\r\n` }],
    ['letters of two parts that count once', { comment: 'e\u0301'.repeat(255) }],
    ['a name of 2', { name: 'Al' }],
    ['a name of 3', { name: 'Ali' }],
    ['a name of 64', { name: 'a'.repeat(64) }],
  ])('takes %s', async (_, given) => {
    expect((await visitors.post(ADA, comment(given))).statusCode).toBe(200)
  })

  test('markup, links and marks of direction are shown as text', async () => {
    const text = '<img src=x onerror=alert(1)> https://phish.example \u202eturned'
    await visitors.post(ADA, comment({ name: '<b>\u202eVera', comment: text }))
    const [waiting] = await held()
    await decide(waiting?.id ?? '', 'verify')
    await until(async () => (await shown()).page.includes('phish.example'))
    const { page } = await shown()
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; https://phish.example')
    expect(page).not.toMatch(/<img src=x|href="https:\/\/phish|<b>\u202e/)
  })

  test.each(['nobody', 'id-of-draft'])('on %s is 404', async (id) => {
    expect((await visitors.post(`/experts_marketplace/${id}/comment`, comment())).statusCode).toBe(404)
  })

  test('drops what a robot writes into the hidden field', async () => {
    expect((await visitors.post(ADA, comment({ fax: '1' }))).json()).toEqual({ status: 'waiting' })
    expect(await held()).toEqual([])
  })

  test('takes twenty an hour from one address on one expert', async () => {
    const send = async (index: number, remoteAddress = '203.0.113.5') =>
      (await visitors.post(ADA, comment({ userEmail: `reader-${index}@example.test` }), { remoteAddress })).statusCode
    const statuses: number[] = []
    for (let index = 0; index < 21; index++) statuses.push(await send(index))
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    expect(await send(21, '203.0.113.6')).toBe(200)
    // Refused comments do not count.
    for (let count = 0; count < 25; count++) expect(await send(21, '203.0.113.6')).toBe(409)
    expect(await send(22, '203.0.113.6')).toBe(200)
  })
})

describe('the decision of staff', () => {
  const one = async (): Promise<string> => {
    await visitors.post(ADA, comment())
    return (await held())[0]?.id ?? ''
  }
  const audit = () => visitors.sql<{ action: string; subject: string }>('select action, subject from audit_events order by id')

  test('is audited once, however often it is made', async () => {
    const id = await one()
    await Promise.all([decide(id, 'verify'), decide(id, 'verify')])
    expect(await audit()).toEqual([{ action: 'expert-comment.verified', subject: id }])
  })

  test('to reject keeps it off the page, and takes it off where it was shown; its address stays used', async () => {
    const id = await one()
    await decide(id, 'verify')
    await until(async () => (await shown()).testimonials.length === 1)
    expect((await decide(id, 'reject')).json()).toMatchObject({ state: 'rejected' })
    await until(async () => (await shown()).testimonials.length === 0)
    expect((await audit()).map(({ action }) => action)).toEqual(['expert-comment.verified', 'expert-comment.rejected'])
    expect((await visitors.post(ADA, comment())).statusCode).toBe(409)
    expect(await held('rejected')).toHaveLength(1)
  })

  test.each(['nothing', '%00'])('about %s is 404, and not audited', async (id) => {
    expect((await decide(id, 'verify')).json().code).toBe('COMMENT_NOT_FOUND')
    expect(await audit()).toEqual([])
  })

  test('waits its turn: the oldest first, by pages', async () => {
    for (const [minute, name] of ['First', 'Second', 'Third'].entries()) {
      visitors.clock.set(`2026-11-20T12:0${minute}:00Z`)
      await visitors.post(ADA, comment({ name, userEmail: `${name}@example.test` }))
    }
    const page = await visitors.asStaff('GET', '/experts_comments?limit=1&offset=1')
    expect(page.json<HeldComment[]>().map(({ name }) => name)).toEqual(['Second'])
    expect((await visitors.asStaff('GET', '/experts_comments?state=odd')).statusCode).toBe(400)
  })
})
