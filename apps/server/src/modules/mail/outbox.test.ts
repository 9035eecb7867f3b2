// Tests the outbox: which mails are put into it, which processes send them, and which mails wait.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../test/harness.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { MailAttachment, MailTransport, OutgoingMail } from '../../ports/mail-transport.ts'
import { deliverMail, sendDueMails } from './deliver-mail.ts'
import { mailQueue } from './queue-mail.ts'
import { claimMail, deleteMails, findMail, insertMails, type NewMail, postponeDueMails, recordAttempt } from './repository.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
const mail = (subject: string, more: Partial<NewMail> = {}): NewMail => ({
  recipient: 'ada@acme.test',
  subject,
  text: `Open https://shop.test/reset?token=secret-${subject}`,
  html: `<a href="https://shop.test/reset?a=1&amp;token=secret-${subject}">Open</a>`,
  ...more,
})

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.client.pool.query('delete from mails')
})
const database = () => store.client.database
const write = <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(database(), work)
const put = (subject: string, at = NOW, dueAt = at) =>
  write(async (transaction) => (await insertMails(transaction, [mail(subject)], { now: at, dueAt }))[0] ?? '')
const subjects = async () =>
  (await store.client.pool.query<{ subject: string }>('select subject from mails order by subject')).rows.map(
    (row) => row.subject,
  )

describe('mails that are put into it', () => {
  type Options = Partial<Parameters<typeof mailQueue>[0]>
  const queue = async (messages: readonly NewMail[], options: Options = {}) => {
    const sent: unknown[] = []
    const queueMail = mailQueue({
      send: async (_, job, data, given) => void sent.push([job.name, data, given]),
      delivers: true,
      ...options,
    })
    const ids = await write((transaction) => queueMail(transaction, messages, NOW))
    return { ids, sent }
  }
  const kept = async (id = '') => (await findMail(database(), id))?.text

  test('get a job each, in their order, and are due again if their job is lost', async () => {
    const { ids, sent } = await queue([mail('a'), mail('b')])
    expect(sent).toEqual(ids.map((mailId) => ['mail.send', { mailId }, { urgent: false }]))
    expect(await Promise.all(ids.map((id) => findMail(database(), id)))).toMatchObject([
      { subject: 'a', createdAt: NOW, dueAt: later(120), attempts: 0, sentAt: null },
      { subject: 'b' },
    ])
  })

  test('that are urgent say so', async () => {
    expect((await queue([mail('a')], { urgent: true })).sent).toMatchObject([['mail.send', {}, { urgent: true }]])
  })

  test('of nothing are none', async () => expect(await queue([])).toEqual({ ids: [], sent: [] }))

  test('keep their secrets only for who gets them', async () => {
    const [delivered, shown, neither] = [
      await queue([mail('a')]),
      await queue([mail('b')], { delivers: false, showsMail: true }),
      await queue([mail('c')], { delivers: false }),
    ]
    expect(await kept(delivered.ids[0])).toContain('token=secret-a')
    expect(await kept(shown.ids[0])).toContain('token=secret-b')
    expect(await kept(neither.ids[0])).toBe('Open https://shop.test/reset?token=…')
    expect([shown.sent, neither.sent]).toEqual([[], []])
  })

  test('go with the transaction that put them there', async () => {
    const queueMail = mailQueue({ send: async () => {}, delivers: true })
    const work = write(async (transaction) => {
      await queueMail(transaction, [mail('a')], NOW)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await subjects()).toEqual([])
  })
})

describe('a mail is claimed', () => {
  const claim = (id: string, run: string, now = NOW) =>
    claimMail(database(), id, { run, now, until: new Date(now.getTime() + 60_000) })

  test('by one of many runs, until its time is over', async () => {
    const id = await put('a')
    const claims = await Promise.all(['r1', 'r2', 'r3', 'r4', 'r5'].map((run) => claim(id, run)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await claim(id, 'r6', later(59))).toBeNull()
    expect(await claim(id, 'r6', later(60))).toMatchObject({ claimedBy: 'r6', attempts: 2 })
  })

  test('again by its own run: a killed job is repeated with the same id', async () => {
    const id = await put('a')
    await claim(id, 'r1')
    expect(await claim(id, 'r1', later(1))).toMatchObject({ attempts: 2 })
  })

  test.each([
    ['sent', { sentAt: NOW, text: '', html: '' }],
    ['given up', { failedAt: NOW, lastError: 'no', text: '', html: '' }],
  ] as const)('by nobody once it is %s', async (_, result) => {
    const id = await put('a')
    await claim(id, 'r1')
    await recordAttempt(database(), id, result)
    expect(await claim(id, 'r1', later(3_600))).toBeNull()
    expect(await findMail(database(), id)).toMatchObject({ claimedBy: null, claimedUntil: null })
  })

  test('that there is not: by nobody', async () => expect(await claim('nothing', 'r1')).toBeNull())
})

describe('mails that are due', () => {
  const limits = { now: NOW, since: later(-3_600), again: later(300), limit: 10 }
  const due = (more: Partial<typeof limits> = {}) =>
    write(async (transaction) => {
      const found: string[] = []
      for (const id of await postponeDueMails(transaction, { ...limits, ...more }))
        found.push((await findMail(transaction, id))?.subject ?? '')
      return found
    })

  test('are taken the longest due first, once, and not before their time', async () => {
    await put('b', later(-20))
    await put('a', later(-30))
    await put('future', later(-10), later(1))
    await put('old', later(-3_600))
    expect(await due({ limit: 1 })).toEqual(['a'])
    expect(await due()).toEqual(['b'])
    expect(await due()).toEqual([])
    expect((await due({ now: later(300), since: later(-3_300) })).toSorted()).toEqual(['a', 'b', 'future'])
  })

  test('are shared by two who look at once', async () => {
    for (const subject of ['a', 'b', 'c', 'd']) await put(subject)
    const both = await Promise.all([due({ limit: 3 }), due({ limit: 3 })])
    expect(both.flat().toSorted()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('get a job only where there is room for one, and a mail server', async () => {
    for (const subject of ['a', 'b', 'c']) await put(subject)
    const jobs = async (waiting: number, transport: MailTransport | null) => {
      const sent: string[] = []
      const dependencies = {
        database: database(),
        clock: { now: () => NOW },
        transport,
        readAttachment: nothing,
        host: 'shop.test',
      }
      await sendDueMails(dependencies, async (_, id) => void sent.push(id), waiting)
      return sent.length
    }
    const transport = { send: async () => {}, close: () => {} } as unknown as MailTransport
    expect([await jobs(0, null), await jobs(500, transport), await jobs(501, transport), await jobs(498, transport)]).toEqual([
      0, 0, 0, 2,
    ])
  })
})

test('a mail that is too old to be sent has failed, without its secrets; one that is being sent is left alone', async () => {
  const old = later(-3 * 86_400)
  const [waiting, claimed, sent, young] = [
    await put('a', old),
    await put('b', old),
    await put('c', old),
    await put('d', later(-3 * 86_400 + 1)),
  ]
  await claimMail(database(), claimed, { run: 'r1', now: NOW, until: later(60) })
  await recordAttempt(database(), sent, { sentAt: old, text: '', html: '' })
  const jobs: string[] = []
  const transport = { send: async () => {}, close: () => {} } as unknown as MailTransport
  const run = (given: MailTransport | null, count = 0) =>
    sendDueMails(
      { database: database(), clock: { now: () => NOW }, transport: given, readAttachment: nothing, host: 'shop.test' },
      async (_, id) => void jobs.push(id),
      count,
    )
  // Without a mail server, mail can be read in the outbox only.
  await run(null)
  expect((await findMail(database(), waiting))?.failedAt).toBeNull()
  // A mail that is too old fails even while the queue has no room for more jobs.
  await run(transport, 500)
  expect(await findMail(database(), waiting)).toMatchObject({
    failedAt: NOW,
    lastError: 'It was not sent within 3 days, and is too old now.',
    text: 'Open https://shop.test/reset?token=…',
  })
  expect([(await findMail(database(), claimed))?.failedAt, (await findMail(database(), sent))?.failedAt]).toEqual([null, null])
  await run(transport)
  expect(jobs).toEqual([young])
})

const nothing = async (): Promise<MailAttachment> => {
  throw new Error('the file is not drawn')
}

describe('a mail with a file', () => {
  const deliver = async (id: string, readAttachment: (attachment: string) => Promise<MailAttachment>) => {
    const sent: OutgoingMail[] = []
    const transport = { send: async (given: OutgoingMail) => void sent.push(given), close: () => {} } as unknown as MailTransport
    await deliverMail({ database: database(), clock: { now: () => NOW }, transport, readAttachment, host: 'shop.test' }, id, 'r1')
    return sent
  }
  const withFile = () =>
    write(
      async (transaction) =>
        (await insertMails(transaction, [mail('a', { attachment: 'invoice:1' })], { now: NOW, dueAt: NOW }))[0] ?? '',
    )

  test('is sent with it, and with an id that stays the same', async () => {
    const id = await withFile()
    const file = { filename: 'INV-1.pdf', contentType: 'application/pdf', content: Buffer.from('x') } as unknown as MailAttachment
    const [sent] = await deliver(id, async (attachment) => (attachment === 'invoice:1' ? file : nothing()))
    expect(sent).toMatchObject({ to: 'ada@acme.test', attachments: [file], messageId: `<${id}@shop.test>` })
    // The stored copy contains no secret that would let a reader sign in.
    expect(await findMail(database(), id)).toMatchObject({
      sentAt: NOW,
      text: 'Open https://shop.test/reset?token=…',
      lastError: null,
    })
  })

  test('whose file cannot be made is sent later, whole', async () => {
    const id = await withFile()
    expect(await deliver(id, nothing)).toEqual([])
    expect(await findMail(database(), id)).toMatchObject({
      sentAt: null,
      failedAt: null,
      dueAt: later(60),
      lastError: 'the file is not drawn',
      text: expect.stringContaining('token=secret-a'),
    })
  })

  test('whose failure says much keeps the beginning of it', async () => {
    const id = await withFile()
    await deliver(id, () => Promise.reject(new Error('x'.repeat(5_000))))
    expect((await findMail(database(), id))?.lastError).toHaveLength(500)
  })
})

test('mails are deleted by their ids, and no others', async () => {
  const [a, b] = [await put('a'), await put('b')]
  await write((transaction) => deleteMails(transaction, []))
  expect(await subjects()).toEqual(['a', 'b'])
  await write((transaction) => deleteMails(transaction, [a, 'nothing']))
  expect([await subjects(), await findMail(database(), b)]).toMatchObject([['b'], { subject: 'b' }])
})
