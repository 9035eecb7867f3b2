import { expect, test } from 'vitest'
import { until } from '../../../test/harness.ts'
import { openTestMarketplace } from '../../../test/marketplace.ts'
import { openTestSmtp } from '../../../test/smtp-server.ts'
import { openSmtp } from '../../adapters/smtp.ts'

test('a receipt arrives by mail, also if the mail server was down at the uninstall', async () => {
  const smtp = await openTestSmtp()
  const market = await openTestMarketplace({ mailTransport: openSmtp({ url: smtp.url, from: 'shop@shop.test' }) })
  try {
    await market.app.startJobs()
    const { administrator } = market.acme.people
    await market.install('plain', administrator)
    smtp.refuseWith(451)
    expect((await market.uninstall('plain', administrator, { reason: 'Not needed.' })).statusCode).toBe(200)
    await until(async () => (await market.sql('select id from mails where last_error is not null')).length === 3, 30_000)
    expect(smtp.received).toEqual([])
    smtp.refuseWith(null)
    // Mails that wait for their next try become due.
    await market.sql('update mails set due_at = now()')
    await until(() => smtp.received.length === 3, 90_000)
    expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(
      ['administrator', 'owner', 'viceowner'].map((who) => `${who}@acme.test`),
    )
    const content = (smtp.received[0]?.content ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(content).toContain('What stopped: ')
    expect(content).toContain('The consent of your organization has ended.')
    expect(content).toContain('/my-apps/receipts/')
    expect(content).toMatch(/Content-Type: text\/html/)
  } finally {
    await market.close()
    await smtp.close()
  }
}, 180_000)
