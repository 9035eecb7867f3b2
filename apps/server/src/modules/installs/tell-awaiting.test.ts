import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock, until } from '../../../test/harness.ts'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { openTestSmtp, type TestSmtp } from '../../../test/smtp-server.ts'
import { openSmtp } from '../../adapters/smtp.ts'
import { notifyAwaiting } from './tell-awaiting.ts'
import { openLiveCatalogue } from '../catalogue/index.ts'
import { mailQueue } from '../mail/index.ts'

const START = '2026-11-20T12:00:00Z'
const clock = testClock(START)
let market: TestMarketplace
let smtp: TestSmtp

beforeAll(async () => {
  smtp = await openTestSmtp()
  market = await openTestMarketplace({ clock, mailTransport: openSmtp({ url: smtp.url, from: 'shop@shop.test' }) })
  await market.app.startJobs()
})
afterAll(async () => {
  await market.close()
  await smtp.close()
})
beforeEach(async () => {
  clock.set(START)
  smtp.received.length = 0
  await market.reset()
  await market.sql(`update applications set published_at = null where slug = 'soon'`)
})

const wait = (email: string) => market.ask(null, 'POST', '/api/v2/awaiting_apps', { application_id: market.idOf('soon'), email })
/** Runs the minutely job in two processes at once. */
const tell = async () => {
  const { client } = market.store
  const catalogue = await openLiveCatalogue(client, clock, { warn: () => {} })
  const queueMail = mailQueue({ send: async () => {}, delivers: false })
  const dependencies = { database: client.database, catalogue, clock, publicUrl: 'http://shop.test', queueMail }
  const { signal } = new AbortController()
  await Promise.all([notifyAwaiting(dependencies, signal), notifyAwaiting(dependencies, signal)])
  await catalogue.close()
}
const mails = () => market.sql<{ recipient: string; text: string }>('select recipient, text from mails order by recipient')

describe('a visitor who waits for an application', () => {
  test('gets no mail before it is published', async () => {
    expect((await wait('a@reader.test')).statusCode).toBe(200)
    await tell()
    expect(await mails()).toEqual([])
  })

  test('gets one mail when it is published, with a link', async () => {
    await wait('a@reader.test')
    await wait('b@reader.test')
    await market.sql(`update applications set published_at = $1 where slug = 'soon'`, [START])
    await tell()
    await tell()
    const told = await mails()
    expect(told.map(({ recipient }) => recipient)).toEqual(['a@reader.test', 'b@reader.test'])
    expect(told[0]?.text).toContain('Look at Soon: http://shop.test/apps/soon/')
  })
})

test('an access request reaches the administrators through the mail server', async () => {
  const { normal } = market.acme.people
  const answer = await market.app.accounts.inject({
    method: 'POST',
    url: '/v2/accounts/me/send_request_for_invitation',
    payload: { product: 'livechat', application_id: market.idOf('plain') },
    headers: { authorization: `Bearer ${normal.token}` },
  })
  expect(answer.statusCode).toBe(200)
  await until(() => smtp.received.length === 3, 30_000)
  expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(
    ['administrator', 'owner', 'viceowner'].map((who) => `${who}@acme.test`),
  )
  expect(smtp.received[0]?.content).toContain('Reply-To: normal@acme.test')
})
