import { expect, test } from 'vitest'
import { until } from '../../../test/harness.ts'
import { openTestMarketplace } from '../../../test/marketplace.ts'
import { bearer } from '../../../test/people.ts'
import { openTestSmtp } from '../../../test/smtp-server.ts'
import { readMail } from '../../../test/visitors.ts'
import { openSmtp } from '../../adapters/smtp.ts'

test('an access request arrives by the mail server at everybody who may install', async () => {
  const smtp = await openTestSmtp()
  const market = await openTestMarketplace({ mailTransport: openSmtp({ url: smtp.url, from: 'shop@shop.test' }) })
  try {
    await market.app.startJobs()
    const answer = await market.app.accounts.inject({
      method: 'POST',
      url: '/v2/accounts/me/send_request_for_invitation',
      payload: { product: 'livechat', application_id: market.idOf('plain') },
      headers: bearer(market.acme.people.normal.token),
    })
    expect(answer.statusCode).toBe(200)
    await until(() => smtp.received.length === 3, 60_000)
    expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(
      ['administrator', 'owner', 'viceowner'].map((who) => `${who}@acme.test`),
    )
    const [request] = await market.sql<{ id: string }>('select id from access_requests')
    for (const { from, content } of smtp.received) {
      const mail = readMail(content)
      expect(from).toBe('shop@shop.test')
      expect(mail.header('Subject')).toBe('normal of acme asks for Plain')
      const link = `http://shop.test/apps/plain/?action=install&requested=${request?.id}`
      expect(mail.text).toContain(link)
      expect(mail.html).toContain(link.replace('&', '&amp;'))
    }
  } finally {
    await market.close()
    await smtp.close()
  }
})
