import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, testClock, type TestStore } from '../../../test/harness.ts'
import { openTestSmtp, type TestSmtp } from '../../../test/smtp-server.ts'
import { openSmtp } from '../../adapters/smtp.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { MailTransport } from '../../ports/mail-transport.ts'
import { deliverMail, sendDueMails } from './deliver-mail.ts'
import { mailQueue } from './queue-mail.ts'
import { writeMail } from './write-mail.ts'

const START = '2026-11-20T12:00:00Z'
const clock = testClock(START)
let store: TestStore
let smtp: TestSmtp
let transport: MailTransport

beforeAll(async () => {
  store = await openTestStore()
  smtp = await openTestSmtp()
  transport = openSmtp({ url: smtp.url, from: 'shop@shop.test' })
})
afterAll(async () => {
  transport.close()
  await smtp.close()
  await store.close()
})
beforeEach(async () => {
  clock.set(START)
  smtp.received.length = 0
  smtp.refuseWith(null)
  await store.client.pool.query('delete from mails')
})

type MailRow = { id: string; attempts: number; due_at: Date; sent_at: Date | null; failed_at: Date | null; last_error: string }

/** Puts one mail into the outbox without a job. */
const queue = async (): Promise<string> => {
  const put = mailQueue({ send: async () => {}, delivers: false })
  const mail = writeMail({
    recipient: 'reader@acme.test',
    replyTo: 'asker@acme.test',
    subject: 'Ünïcode & <tags>\r\nBcc: all@acme.test',
    paragraphs: ['A sentence with <b>markup</b>.'],
    link: { href: 'http://shop.test/?a=1&b=2', text: 'Open it' },
    footer: 'Why you get this.',
  })
  await inTransaction(store.client.database, (transaction) => put(transaction, [mail], clock.now()))
  return (await row()).id
}
const row = async (): Promise<MailRow> => {
  const { rows } = await store.client.pool.query<MailRow>('select * from mails')
  if (!rows[0]) throw new Error('no mail')
  return rows[0]
}
const dependencies = (through: MailTransport | null = transport) => ({
  database: store.client.database,
  clock,
  transport: through,
  readAttachment: async () => {
    throw new Error('nothing is attached here')
  },
  host: 'shop.test',
})
const deliver = (id: string, run = 'run-1', through: MailTransport | null = transport) =>
  deliverMail(dependencies(through), id, run)
const due = async (waiting = 0): Promise<string[]> => {
  const taken: string[] = []
  await sendDueMails(dependencies(), async (_, mailId) => void taken.push(mailId), waiting)
  return taken
}

describe('a mail', () => {
  test('arrives as text and HTML, with the sender’s address for replies', async () => {
    const id = await queue()
    await deliver(id)
    expect(smtp.received).toHaveLength(1)
    const [mail] = smtp.received
    expect(mail).toMatchObject({ from: 'shop@shop.test', to: ['reader@acme.test'] })
    expect(mail?.content).toContain('Reply-To: asker@acme.test')
    expect(mail?.content).toContain(`Message-ID: <${id}@shop.test>`)
    expect(mail?.content).toContain('A sentence with &lt;b&gt;markup&lt;/b&gt;.')
    expect(mail?.content).not.toMatch(/^Bcc:/m)
    expect(await row()).toMatchObject({ sent_at: new Date(START), attempts: 1, last_error: null })
  })

  test('is sent once by twenty simultaneous runs', async () => {
    const id = await queue()
    await Promise.all(Array.from({ length: 20 }, (_, index) => deliver(id, `run-${index}`)))
    expect(smtp.received).toHaveLength(1)
  })

  test('that was sent is not sent again', async () => {
    const id = await queue()
    await deliver(id)
    await deliver(id, 'run-2')
    expect(smtp.received).toHaveLength(1)
  })

  test('stays in the outbox without a mail server', async () => {
    await deliver(await queue(), 'run-1', null)
    expect(await row()).toMatchObject({ sent_at: null, attempts: 0 })
  })

  test('is retried with growing delays after temporary refusals, and fails after the ninth', async () => {
    smtp.refuseWith(451)
    const id = await queue()
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      await deliver(id, `run-${attempt}`)
      const { due_at: dueAt } = await row()
      waits.push((dueAt.getTime() - clock.now().getTime()) / 60_000)
      clock.set(dueAt.toISOString())
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 360, 720, 1_440])
    expect(await row()).toMatchObject({ failed_at: null })
    await deliver(id, 'run-9')
    const given = await row()
    expect(given.failed_at).toEqual(clock.now())
    expect(given.last_error).toContain('451')
    smtp.refuseWith(null)
    await deliver(id, 'run-10')
    expect(smtp.received).toEqual([])
  })

  test('fails at once after a permanent refusal', async () => {
    smtp.refuseWith(550)
    await deliver(await queue())
    expect(await row()).toMatchObject({ failed_at: new Date(START), attempts: 1 })
  })

  test('waits for a mail server that is down, and arrives when it is back', async () => {
    const gone = await openTestSmtp()
    await gone.close()
    const through = openSmtp({ url: gone.url, from: 'shop@shop.test' })
    const id = await queue()
    await deliver(id, 'run-1', through)
    expect(await row()).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 })
    clock.set('2026-11-20T12:01:00Z')
    expect(await due()).toEqual([id])
    const back = await openTestSmtp(gone.port)
    await deliver(id, 'run-2', through)
    expect(back.received).toHaveLength(1)
    through.close()
    await back.close()
  })

  test('is sent later if its job was lost, once', async () => {
    const id = await queue()
    expect(await due()).toEqual([])
    clock.set('2026-11-20T12:02:00Z')
    expect(await due()).toEqual([id])
    expect(await due()).toEqual([])
  })

  test('gets no second job while the queue is full of first ones', async () => {
    const id = await queue()
    clock.set('2026-11-20T12:02:00Z')
    expect(await due(500)).toEqual([])
    expect(await due(499)).toEqual([id])
  })

  test('is not sent after three days', async () => {
    await queue()
    clock.set('2026-11-23T12:00:00Z')
    expect(await due()).toEqual([])
  })

  test('is not sent inside a transaction', async () => {
    const mail = { to: 'a@b.test', replyTo: null, subject: '', text: '', html: '', messageId: '<1@shop.test>' }
    const sending = inTransaction(store.client.database, () => transport.send(mail))
    await expect(sending).rejects.toThrow('mail was called inside a database transaction')
    expect(smtp.received).toEqual([])
  })

  test.each([
    ['begun', 1],
    ['claimed', 1],
    // The mail server has the mail, but its answer did not arrive.
    ['handed over', 2],
    // The mail server accepted the mail, but that was not recorded: it is sent again with the same message id.
    ['accepted', 2],
    ['recorded', 1],
  ])('of a process that is killed when it has %s arrives %i times', async (step, times) => {
    const id = await queue()
    const child = spawn(process.execPath, [
      new URL('./test-child.ts', import.meta.url).pathname,
      store.connectionString,
      smtp.url,
      id,
      step,
    ])
    if (step === 'handed over') smtp.onReceived(() => void child.kill('SIGKILL'))
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(signal).toBe('SIGKILL')
    clock.set(new Date().toISOString())
    // The queue repeats the job of a killed process with the same id.
    await deliver(id, 'run-1')
    expect(smtp.received).toHaveLength(times)
    expect(new Set(smtp.received.map(({ content }) => /^Message-ID: (.*)$/m.exec(content)?.[1])).size).toBe(1)
    expect((await row()).sent_at).not.toBeNull()
  })
})
