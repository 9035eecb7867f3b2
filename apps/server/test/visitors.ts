// A marketplace with experts, a campaign and prospects, for tests of requests by visitors.
import type { Inquiry } from '@marketplace/contracts/partners/staff-schemas'
import { inTransaction } from '../src/db/transaction.ts'
import { insertPartners } from '../src/modules/partners/index.ts'
import { openSmtp } from '../src/adapters/smtp.ts'
import { openTestApp, openTestStore, type TestClock, testClock, type TestStore } from './harness.ts'
import { bearer, createOrganization, createToken } from './people.ts'
import { openTestSmtp, type TestSmtp } from './smtp-server.ts'

export const START = '2026-11-20T12:00:00.000Z'
const LONG_AGO = new Date('2025-01-01T00:00:00Z')

type TestApp = Awaited<ReturnType<typeof openTestApp>>
type Answer = Awaited<ReturnType<TestApp['server']['inject']>>

export type TestVisitors = {
  store: TestStore
  app: TestApp
  smtp: TestSmtp
  clock: TestClock
  /** A POST below /api/v2/partners, from a new address unless one is given. */
  post: (path: string, payload: unknown, from?: { remoteAddress?: string; headers?: Record<string, string> }) => Promise<Answer>
  asStaff: (method: 'GET' | 'PUT', path: string) => Promise<Answer>
  inquiries: () => Promise<Inquiry[]>
  sql: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

const expert = (slug: string, given: object = {}) => ({
  id: `id-of-${slug}`,
  slug,
  name: slug[0]?.toUpperCase() + slug.slice(1),
  email: `${slug}@experts.test`,
  publishedAt: LONG_AGO,
  createdAt: LONG_AGO,
  ...given,
})

export const openTestVisitors = async ({ env = {} }: { env?: Record<string, string> } = {}): Promise<TestVisitors> => {
  const clock = testClock(START)
  const smtp = await openTestSmtp()
  const store = await openTestStore()
  await inTransaction(store.client.database, (transaction) =>
    insertPartners(transaction, {
      experts: [expert('ada'), expert('bea'), expert('cleo'), expert('draft', { publishedAt: null })],
      comments: [],
      prospects: [
        { id: 'p-free', name: 'Free' },
        { id: 'p-taken', name: 'Taken', claimedAt: LONG_AGO },
      ],
      campaigns: [
        {
          slug: 'moving',
          title: 'Moving house',
          lead: 'Lead',
          publishedAt: LONG_AGO,
          experts: ['ada', 'bea', 'draft', 'nobody'],
        },
        { slug: 'empty', title: 'Empty', lead: 'Lead', publishedAt: LONG_AGO, experts: ['draft'] },
        { slug: 'unpublished', title: 'Unpublished', lead: 'Lead', experts: ['ada'] },
      ],
    }),
  )
  const staff = (await createOrganization(store, 'marketplace')).people.owner
  await store.client.pool.query('update accounts set staff = true where id = $1', [staff.accountId])
  const token = await createToken(store, staff)
  const app = await openTestApp(store, { clock, env, mailTransport: openSmtp({ url: smtp.url, from: 'shop@shop.test' }) })
  let address = 0
  const asStaff: TestVisitors['asStaff'] = (method, path) =>
    app.server.inject({ method, url: `/api/v2/partners${path}`, headers: bearer(token) })
  return {
    store,
    app,
    smtp,
    clock,
    post: async (
      path,
      payload,
      { remoteAddress = `198.51.${Math.floor(++address / 250)}.${address % 250}`, headers = {} } = {},
    ) =>
      app.server.inject({
        method: 'POST',
        url: `/api/v2/partners${path}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
        remoteAddress,
      }),
    asStaff,
    inquiries: async () => (await asStaff('GET', '/experts_inquiries')).json(),
    sql: async <Row>(text: string, values: unknown[] = []) => (await store.client.pool.query(text, values)).rows as Row[],
    close: async () => {
      await app.close()
      await smtp.close()
      await store.close()
    },
  }
}

/** A received mail, decoded as far as the tests look: headers by name, and the parts of the body. */
export const readMail = (content: string): { header: (name: string) => string | undefined; text: string; html: string } => {
  const [head = '', ...rest] = content.split('\r\n\r\n')
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const plain = (part = '') =>
    part.includes('Content-Transfer-Encoding: base64')
      ? Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64').toString('utf8')
      : Buffer.from(
          part
            .slice(part.indexOf('\r\n\r\n') + 4)
            .replaceAll('=\r\n', '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString('utf8')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? 'none'
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`)
  return {
    header: (name) => unfolded.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2),
    text: plain(parts.find((part) => part.includes('text/plain'))),
    html: plain(parts.find((part) => part.includes('text/html'))),
  }
}
