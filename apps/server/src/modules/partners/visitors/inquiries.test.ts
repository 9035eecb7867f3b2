import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../test/harness.ts'
import { openTestSmtp } from '../../../../test/smtp-server.ts'
import { openTestVisitors, readMail, START, type TestVisitors } from '../../../../test/visitors.ts'

let visitors: TestVisitors
beforeAll(async () => {
  visitors = await openTestVisitors({ env: { TRUSTED_PROXIES: '10.1.1.1' } })
  await visitors.app.startJobs()
})
afterAll(() => visitors.close())
beforeEach(async () => {
  visitors.clock.set(START)
  visitors.smtp.received.length = 0
  visitors.smtp.refuseWith(null)
  await visitors.sql('delete from expert_inquiries')
  await visitors.sql('delete from mails')
})

const ADA = '/experts_marketplace/id-of-ada/message'
const MOVING = '/campaigns/moving/request'
const message = (given: object = {}) => ({
  email: 'somebody@else.test',
  userEmail: 'visitor@example.test',
  message: 'Can you help us?',
  name: 'Vera',
  surname: 'Visitor',
  website: '',
  ...given,
})
const rows = async () => (await visitors.sql('select from expert_inquiries')).length

describe('POST /partners/experts_marketplace/{id}/message', () => {
  test('mails it to the expert with replies to the sender, and keeps it with what became of it', async () => {
    const answer = await visitors.post(ADA, message({ website: 'https://visitor.example' }))
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'queued' }])
    expect(answer.body).not.toContain('experts.test')
    await until(() => visitors.smtp.received.length === 1)
    const [mail] = visitors.smtp.received
    const { header, text, html } = readMail(mail?.content ?? '')
    expect(mail?.to).toEqual(['ada@experts.test'])
    expect(header('Reply-To')).toBe('visitor@example.test')
    expect(header('From')).toBe('shop@shop.test')
    expect(header('Subject')).toBe('A message from Vera Visitor')
    expect(text).toContain('> Can you help us?')
    expect(text).toContain('Website: https://visitor.example')
    expect(html).toContain('<p>&gt; Can you help us?</p>')
    await until(async () => (await visitors.inquiries())[0]?.recipients[0]?.state === 'sent')
    expect(await visitors.inquiries()).toMatchObject([
      {
        campaign: null,
        name: 'Vera',
        surname: 'Visitor',
        email: 'visitor@example.test',
        website: 'https://visitor.example',
        message: 'Can you help us?',
        created_at: START,
        recipients: [{ expert_id: 'id-of-ada', expert_name: 'Ada', state: 'sent' }],
      },
    ])
  })

  test('a message that the mail server refuses is kept as failed', async () => {
    visitors.smtp.refuseWith(550)
    expect((await visitors.post(ADA, message())).statusCode).toBe(200)
    await until(async () => (await visitors.inquiries())[0]?.recipients[0]?.state === 'failed')
  })

  test('a message that is written while the mail server is down arrives when it is back', async () => {
    const { port } = visitors.smtp
    await visitors.smtp.close()
    expect((await visitors.post(ADA, message())).statusCode).toBe(200)
    await until(async () => (await visitors.sql('select from mails where last_error is not null')).length === 1)
    expect((await visitors.inquiries())[0]?.recipients[0]?.state).toBe('waiting')
    visitors.smtp = await openTestSmtp(port)
    visitors.clock.set('2026-11-20T12:05:00.000Z')
    await until(() => visitors.smtp.received.length === 1, 90_000)
    await until(async () => (await visitors.inquiries())[0]?.recipients[0]?.state === 'sent')
  })

  test('no text of a visitor adds a header, markup or a turned line to the mail', async () => {
    const hostile = {
      name: 'Eve\r\nBcc: all@example.test',
      surname: '\u202ereversed',
      message: 'one\r\nBcc: x@example.test\n\n<script>alert(1)</script> \u202eturned https://phish.example\n.\nend',
    }
    expect((await visitors.post(ADA, message(hostile))).statusCode).toBe(200)
    await until(() => visitors.smtp.received.length === 1)
    const [mail] = visitors.smtp.received
    const { header, text, html } = readMail(mail?.content ?? '')
    expect(mail?.to).toEqual(['ada@experts.test'])
    expect(header('Bcc')).toBeUndefined()
    expect(header('Subject')).toBe('A message from Eve Bcc: all@example.test reversed')
    expect(html).not.toMatch(/<script|<a href="https:\/\/phish/)
    expect(html).toContain('<p>&gt; &lt;script&gt;alert(1)&lt;/script&gt; \u202eturned https://phish.example</p>')
    for (const line of ['one', 'Bcc: x@example.test', '.', 'end']) expect(text.split(/\r?\n/)).toContain(`> ${line}`)
  })

  test.each([
    ['an address with a line break', { userEmail: 'a@b.test\r\nBcc: c@d.test' }],
    ['two addresses', { userEmail: 'a@b.test, c@d.test' }],
    ['no address', { userEmail: undefined }],
    ['an empty address', { userEmail: '' }],
    ['an address that only email has', { userEmail: undefined, email: 'a@b.test' }],
    ['a long address', { userEmail: `${'a'.repeat(250)}@b.test` }],
    ['a message of 1', { message: 'a' }],
    ['a message of 2001', { message: 'a'.repeat(2001) }],
    ['a message of blanks', { message: ' \n ' }],
    ['a message with a NUL', { message: 'a\0b' }],
    ['a name of 1', { name: 'a' }],
    ['a name of 65', { name: 'a'.repeat(65) }],
    ['a name that is an object', { name: { toString: 'x' } }],
    ['a name that nobody sees', { name: '\u200b\u200b\u200b' }],
    ['a message that nobody sees', { message: '\u2060\u200b\n\u200b' }],
    ['a website with a name before the host', { website: 'https://bank.example@phish.example' }],
    ['a surname of 65', { surname: 'a'.repeat(65) }],
    ['a website that runs', { website: 'javascript:alert(1)' }],
    ['a website that is none', { website: 'visitor' }],
    ['a website of 256', { website: `https://visitor.example/${'a'.repeat(232)}` }],
  ])('refuses %s, and keeps nothing', async (_, given) => {
    const answer = await visitors.post(ADA, message(given))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETERS', fields: [{ field: Object.keys(given)[0] }] })
    expect(await rows()).toBe(0)
  })

  test.each([
    ['a message of 2', { message: 'Hi' }],
    ['a message of 2000', { message: 'a'.repeat(2000) }],
    ['line breaks that count once', { message: `${'a\r\n'.repeat(999)}ab` }],
    ['a name of 2', { name: 'Al' }],
    ['a message of 2000 emoji', { message: '🙂'.repeat(2000) }],
    ['a name of 64', { name: 'a'.repeat(64), surname: 'b'.repeat(64) }],
    ['no surname and no website', { surname: undefined, website: undefined, email: undefined }],
    ['nulls', { surname: null, website: null, email: null }],
  ])('takes %s', async (_, given) => {
    expect((await visitors.post(ADA, message(given))).statusCode).toBe(200)
    expect(await rows()).toBe(1)
  })

  test.each(['nobody', 'ada', 'id-of-draft', '%00'])('to %s is 404', async (id) => {
    const answer = await visitors.post(`/experts_marketplace/${id}/message`, message())
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'EXPERT_NOT_FOUND'])
  })

  test.each([
    ['a huge body', JSON.stringify(message({ message: 'a'.repeat(1_100_000) })), 413],
    ['no JSON', '{', 400],
    ['a list', [], 400],
    ['null', 'null', 400],
  ])('refuses %s', async (_, body, status) => {
    expect((await visitors.post(ADA, body)).statusCode).toBe(status)
  })

  test('drops what a robot writes into the hidden field, answers as always, and counts it for nothing', async () => {
    const from = { remoteAddress: '203.0.113.1' }
    for (let count = 0; count < 7; count++) {
      const answer = await visitors.post(ADA, message({ fax: '123' }), from)
      expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'queued' }])
    }
    expect([await rows(), await visitors.sql('select from mails')]).toEqual([0, []])
    expect((await visitors.post(ADA, message(), from)).statusCode).toBe(200)
  })

  test('takes five an hour from one address to one expert; refused ones do not count', async () => {
    const from = { remoteAddress: '203.0.113.2' }
    const send = async (path = ADA, given: object = {}, by: Parameters<TestVisitors['post']>[2] = from) =>
      visitors.post(path, message(given), by)
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      expect((await send(ADA, { name: '' })).statusCode).toBe(400)
      statuses.push((await send()).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const refused = await send()
    expect([refused.json().code, refused.headers['retry-after']]).toEqual(['TOO_MANY_REQUESTS', '3600'])
    expect((await send('/experts_marketplace/id-of-bea/message')).statusCode).toBe(200)
    expect((await send(ADA, {}, { remoteAddress: '203.0.113.3' })).statusCode).toBe(200)
    // A forwarded address counts only if the marketplace's own proxy sends it.
    const forwarded = { 'x-forwarded-for': '192.0.2.77' }
    expect((await send(ADA, {}, { ...from, headers: forwarded })).statusCode).toBe(429)
    expect((await send(ADA, {}, { remoteAddress: '10.1.1.1', headers: forwarded })).statusCode).toBe(200)
    expect((await send(ADA, {}, { remoteAddress: '10.1.1.1', headers: { 'x-forwarded-for': '203.0.113.2' } })).statusCode).toBe(
      429,
    )
    visitors.clock.set('2026-11-20T13:00:00.000Z')
    expect((await send()).statusCode).toBe(200)
  })

  test('a message that could not be stored does not count', async () => {
    const from = { remoteAddress: '203.0.113.10' }
    await visitors.sql('alter table expert_inquiries rename to expert_inquiries_away')
    for (let count = 0; count < 6; count++) expect((await visitors.post(ADA, message(), from)).statusCode).toBe(500)
    await visitors.sql('alter table expert_inquiries_away rename to expert_inquiries')
    expect(await visitors.sql('select from mails')).toEqual([])
    expect((await visitors.post(ADA, message(), from)).statusCode).toBe(200)
  })

  test('of ten at once from one address five are taken', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => visitors.post(ADA, message(), { remoteAddress: '203.0.113.4' })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    expect(await rows()).toBe(5)
  })
})

describe('POST /partners/campaigns/{slug}/request', () => {
  // A mail of the test before may still arrive.
  const received = () =>
    visitors.smtp.received.filter(({ content }) => readMail(content).header('Subject')?.endsWith('Moving house'))
  test('mails every published expert of the campaign, each alone', async () => {
    expect((await visitors.post(MOVING, message())).statusCode).toBe(200)
    await until(() => received().length === 2)
    expect(
      received()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([['ada@experts.test'], ['bea@experts.test']])
    const { header, text } = readMail(received()[0]?.content ?? '')
    expect(header('Subject')).toBe('Vera Visitor asks for help: Moving house')
    expect(header('Reply-To')).toBe('visitor@example.test')
    expect(text).toContain('asks for help with “Moving house”')
    expect(text).not.toMatch(/Bea[\s\S]*Ada|Ada[\s\S]*Bea/)
    const [inquiry] = await visitors.inquiries()
    expect(inquiry).toMatchObject({ campaign: 'moving', recipients: [{ expert_id: 'id-of-ada' }, { expert_id: 'id-of-bea' }] })
  })

  test('mails the chosen experts only, once each', async () => {
    expect((await visitors.post(MOVING, message({ experts: ['id-of-bea', 'id-of-bea'] }))).statusCode).toBe(200)
    await until(() => received().length === 1)
    expect((await visitors.inquiries())[0]?.recipients.map(({ expert_id }) => expert_id)).toEqual(['id-of-bea'])
  })

  test.each([
    ['an unknown campaign', '/campaigns/nothing/request', {}, 404, 'CAMPAIGN_NOT_FOUND'],
    ['an unpublished campaign', '/campaigns/unpublished/request', {}, 404, 'CAMPAIGN_NOT_FOUND'],
    ['a campaign without experts', '/campaigns/empty/request', {}, 422, 'CAMPAIGN_WITHOUT_EXPERTS'],
    ['an expert of elsewhere', MOVING, { experts: ['id-of-cleo'] }, 404, 'EXPERT_NOT_FOUND'],
    ['an unpublished expert', MOVING, { experts: ['id-of-draft'] }, 404, 'EXPERT_NOT_FOUND'],
    ['an empty choice', MOVING, { experts: [] }, 400, 'INVALID_PARAMETERS'],
    ['too many experts', MOVING, { experts: Array(21).fill('id-of-ada') }, 400, 'INVALID_PARAMETERS'],
  ])('refuses %s', async (_, path, given, status, code) => {
    const answer = await visitors.post(path, message(given))
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(await rows()).toBe(0)
  })

  test('counts for each expert, and goes to all of them or to none', async () => {
    const from = { remoteAddress: '203.0.113.9' }
    for (let count = 0; count < 5; count++) await visitors.post(ADA, message(), from)
    expect((await visitors.post(MOVING, message(), from)).statusCode).toBe(429)
    expect((await visitors.post(MOVING, message({ experts: ['id-of-bea'] }), from)).statusCode).toBe(200)
    expect(await rows()).toBe(6)
  })
})
