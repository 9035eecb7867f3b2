// Tests the mail with a renewal's invoice, from the payment to the mailbox, with a real mail server.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSmtp } from '../src/adapters/smtp.ts'
import { readDocumentAttachment } from '../src/modules/billing/index.ts'
import { mailDocuments } from '../src/modules/billing/invoices/mail-documents.ts'
import { deliverMail } from '../src/modules/mail/deliver-mail.ts'
import { mailQueue } from '../src/modules/mail/index.ts'
import type { MailTransport } from '../src/ports/mail-transport.ts'
import { auditEach } from './purchases.ts'
import { openRenewalShop, type RenewalShop } from './renewals.ts'
import { openTestSmtp, type ReceivedMail, type TestSmtp } from './smtp-server.ts'

const BOUGHT = '2026-11-01T00:00:00.000Z'
const RENEWED = '2026-12-01T00:01:00.000Z'

let shop: RenewalShop
let smtp: TestSmtp
let transport: MailTransport
// Document numbers start again with each shop, so the marks of mailed documents are deleted.
beforeEach(() => shop.sql(`delete from facts where key like 'mailed %'`))
beforeAll(async () => {
  shop = await openRenewalShop()
  smtp = await openTestSmtp()
  transport = openSmtp({ url: smtp.url, from: 'shop@shop.test' })
})
auditEach(() => shop)
afterAll(async () => {
  transport.close()
  await smtp.close()
  await shop.close()
})

/** Puts the mails of invoices into the outbox, as the job does. */
const write = () =>
  mailDocuments(
    {
      database: shop.store.client.database,
      clock: shop.clock,
      publicUrl: 'http://shop.test',
      queueMail: mailQueue({ send: async () => {}, delivers: false }),
    },
    new AbortController().signal,
  )

/** A busy machine may exceed the time limit for drawing a PDF; then it is tried again, as the job does. */
const TRIES = 3

const deliver = async (readAttachment = readDocumentAttachment(shop.store.client.database), tries = TRIES) => {
  const waiting = await shop.sql<{ id: string }>(`select id from mails where sent_at is null and subject like 'Invoice %'`)
  const { database } = shop.store.client
  for (const { id } of waiting)
    for (let run = 0; run < tries; run++)
      await deliverMail({ database, clock: shop.clock, transport, readAttachment, host: 'shop.test' }, id, `run-${run}`)
}

/** The PDF file that is attached to a mail, and its name. */
const attachedPdf = ({ content }: ReceivedMail) => {
  const part = content.split(/\r\n--[^\r\n]+/).find((each) => /content-type: application\/pdf/i.test(each)) ?? ''
  const [head = '', body = ''] = part.split('\r\n\r\n')
  return { name: /filename=("?)([\w-]+\.pdf)\1/.exec(head)?.[2], file: Buffer.from(body, 'base64') }
}

const textOf = async (file: Buffer): Promise<string> => {
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items.flatMap((item) => ('str' in item ? [item.str] : [])).join('\n')
}

test('the invoice of a renewal is mailed to the owners with its PDF file', async () => {
  await shop.bought(BOUGHT, ['seats'])
  await write()
  await deliver()
  smtp.received.length = 0
  await shop.at(RENEWED)
  await write()
  await deliver()
  const [invoice] = await shop.sql<{ number: string; total: number }>(
    `select document->>'number' as number, (document->>'total')::int as total from invoices order by number desc limit 1`,
  )
  const number = invoice?.number ?? ''
  const { owner, viceowner } = shop.acme.people
  expect(smtp.received.map(({ to }) => to[0]).toSorted()).toEqual([owner.email, viceowner.email].toSorted())
  for (const mail of smtp.received) {
    expect(mail.content).toContain(`Subject: Invoice ${number}: $`)
    const { name, file } = attachedPdf(mail)
    expect(name).toBe(`${number}.pdf`)
    const text = await textOf(file)
    expect(text).toContain(`Invoice ${number}`)
    expect(text).toContain(`$${((invoice?.total ?? 0) / 100).toFixed(2)}`)
    expect(mail.content).toContain('It is paid until Jan 1, 2027.')
  }
  // No other mail is sent about it.
  const other = await shop.sql<{ subject: string }>(`select distinct subject from mails where subject not like 'Invoice %'`)
  expect(other).toEqual([])
})

test('the buyer of a renewed plan gets the invoice besides the owners, unless they have left', async () => {
  const { administrator: admin } = shop.acme.people
  await shop.bought(BOUGHT, ['seats'])
  await write()
  await shop.sql('update recurrent_charges set account_id = $1', [admin.accountId])
  await shop.sql('delete from mails')
  const recipients = async () =>
    (await shop.sql<{ recipient: string }>('select recipient from mails')).map(({ recipient }) => recipient).toSorted()
  const { owner, viceowner } = shop.acme.people
  await shop.at(RENEWED)
  await write()
  expect(await recipients()).toEqual([owner.email, viceowner.email, admin.email].toSorted())
  await shop.sql('delete from mails')
  await shop.sql('update memberships set suspended = true where account_id = $1', [admin.accountId])
  try {
    await shop.at('2027-01-01T00:01:00.000Z')
    await write()
    expect(await recipients()).toEqual([owner.email, viceowner.email].toSorted())
  } finally {
    await shop.sql('update memberships set suspended = false where account_id = $1', [admin.accountId])
  }
})

test('a mail whose file cannot be drawn is not sent without it, but later', async () => {
  await shop.bought(BOUGHT, ['seats'])
  await write()
  smtp.received.length = 0
  await deliver(async () => {
    throw new Error('no room to draw')
  }, 1)
  expect(smtp.received).toEqual([])
  const [row] = await shop.sql<{ last_error: string }>(
    `select last_error, due_at from mails where subject like 'Invoice %' and sent_at is null and failed_at is null`,
  )
  expect(row?.last_error).toBe('no room to draw')
  await deliver()
  expect(smtp.received.map((mail) => attachedPdf(mail).name)).toEqual([expect.stringMatching(/^INV-\d+\.pdf$/)])
})
