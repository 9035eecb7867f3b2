import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { until } from '../../../../test/harness.ts'
import { openTestVisitors, readMail, START, type TestVisitors } from '../../../../test/visitors.ts'
import { mailQueue } from '../../mail/index.ts'
import { openLivePartners } from '../live/live-partners.ts'
import { tellWaiting } from './tell-waiting.ts'

let visitors: TestVisitors
beforeAll(async () => {
  visitors = await openTestVisitors()
  await visitors.app.startJobs()
})
afterAll(() => visitors.close())
beforeEach(async () => {
  visitors.clock.set(START)
  visitors.smtp.received.length = 0
  await visitors.sql('delete from prospect_waiting')
  await visitors.sql('delete from mails')
  await visitors.sql(`update prospects set claimed_at = null where id = 'p-free'`)
})

const LIST = '/experts_prospects_marketplace/p-free/waiting-list'
const wait = (email: unknown, given: object = {}) => visitors.post(LIST, { email, ...given })
const claim = () => visitors.sql(`update prospects set claimed_at = $1 where id = 'p-free'`, [START])
const mails = () => visitors.sql<{ recipient: string; text: string }>('select recipient, text from mails order by recipient')

/** Runs the minutely job in two processes at once. */
const tell = async () => {
  const { client } = visitors.store
  const partners = await openLivePartners(client, visitors.clock, { warn: () => {} })
  const queueMail = mailQueue({ send: async () => {}, delivers: false })
  const dependencies = { database: client.database, partners, clock: visitors.clock, publicUrl: 'http://shop.test', queueMail }
  const { signal } = new AbortController()
  await Promise.all([tellWaiting(dependencies, signal), tellWaiting(dependencies, signal)])
  await partners.close()
}

describe('POST /partners/experts_prospects_marketplace/{id}/waiting-list', () => {
  test('keeps an address once, and answers the same whether it was kept before', async () => {
    for (const email of ['a@reader.test', 'a@reader.test', 'A@Reader.test']) {
      const answer = await wait(email)
      expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'waiting' }])
    }
    expect(await visitors.sql('select email from prospect_waiting')).toEqual([{ email: 'a@reader.test' }])
  })

  test.each(['', 'a', 'a@b.test\r\nBcc: c@d.test', 'a\0@b.test', null, undefined, 7, `${'a'.repeat(250)}@b.test`])(
    'refuses %j',
    async (email) => {
      expect((await wait(email)).statusCode).toBe(400)
      expect(await visitors.sql('select from prospect_waiting')).toEqual([])
    },
  )

  test.each([
    ['nobody', 404, 'PROSPECT_NOT_FOUND'],
    ['%00', 404, 'PROSPECT_NOT_FOUND'],
    ['p-taken', 422, 'PROSPECT_CLAIMED'],
  ])('for %s is %i', async (id, status, code) => {
    const answer = await visitors.post(LIST.replace('p-free', id), { email: 'a@reader.test' })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  test('drops what a robot sends', async () => {
    expect((await wait('a@reader.test', { fax: 'x' })).statusCode).toBe(200)
    expect(await visitors.sql('select from prospect_waiting')).toEqual([])
  })

  test('takes thirty an hour from one address', async () => {
    const send = async (index: number, remoteAddress = '203.0.113.5') =>
      (await visitors.post(LIST, { email: `reader-${index}@reader.test` }, { remoteAddress })).statusCode
    const statuses: number[] = []
    for (let index = 0; index < 31; index++) statuses.push(await send(index))
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    expect(await send(31, '203.0.113.6')).toBe(200)
  })
})

describe('the people who wait for a prospect', () => {
  test('gets no mail before it joins, and one when it has', async () => {
    await wait('a@reader.test')
    await wait('b@reader.test')
    await tell()
    expect(await mails()).toEqual([])
    await claim()
    await tell()
    await tell()
    const told = await mails()
    expect(told.map(({ recipient }) => recipient)).toEqual(['a@reader.test', 'b@reader.test'])
    expect(told[0]?.text).toContain('Free is one of our partner experts now.')
    expect(told[0]?.text).toContain('http://shop.test/partners/\n')
  })

  test('is marked in one statement with all others', async () => {
    await visitors.sql(
      `insert into prospect_waiting (prospect_id, email, created_at)
       select 'p-free', 'reader' || n || '@reader.test', $1 from generate_series(1, 30) n`,
      [START],
    )
    await claim()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await tell()
      const texts = query.mock.calls.map(([asked]: unknown[]) => (asked as { text?: string }).text ?? String(asked))
      expect(texts.filter((text) => text.startsWith('update "prospect_waiting"'))).toHaveLength(1)
    } finally {
      query.mockRestore()
    }
    expect(await mails()).toHaveLength(30)
    expect(await visitors.sql('select from prospect_waiting where told_at is null')).toEqual([])
  })

  test('is led to the expert’s page if the prospect has one', async () => {
    await wait('a@reader.test')
    await claim()
    await visitors.sql(
      `insert into experts (id, slug, name, email, published_at) values ('p-free', 'free', 'Free', 'free@experts.test', $1)`,
      ['2025-01-01T00:00:00Z'],
    )
    await tell()
    expect((await mails())[0]?.text).toContain('http://shop.test/partners/free/\n')
    await visitors.sql(`delete from experts where id = 'p-free'`)
  })

  test('gets it by mail from the server’s own job', async () => {
    await wait('a@reader.test')
    await claim()
    await until(() => visitors.smtp.received.length === 1, 90_000)
    expect(visitors.smtp.received[0]?.to).toEqual(['a@reader.test'])
    expect(readMail(visitors.smtp.received[0]?.content ?? '').header('Subject')).toBe('Free has joined')
  })
})
