import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { newWebhookSecret, webhookHeaders } from './sign.ts'
import { writeWarning } from './warn-developer.ts'

const AT = new Date()
const message = { id: 'msg_1', at: AT, body: '{"a":1}', sequence: 7 }
const SECRET = newWebhookSecret()

describe('the request to an application', () => {
  test('is signed as Standard Webhooks has it, whatever its body', () => {
    fc.assert(
      fc.property(fc.json(), fc.uuid(), (body, id) => {
        const headers = webhookHeaders({ ...message, body, id }, [SECRET])
        expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body))
        expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow('No matching signature')
      }),
      { numRuns: 30 },
    )
  })

  test.each([
    ['another id', { 'webhook-id': 'msg_2' }],
    ['a later second', { 'webhook-timestamp': String(Math.floor(AT.getTime() / 1_000) + 1) }],
    ['no signature', { 'webhook-signature': 'v1,' }],
  ])('is not taken with %s', (_, changed) => {
    const headers = { ...webhookHeaders(message, [SECRET]), ...changed }
    expect(() => new Webhook(SECRET).verify(message.body, headers)).toThrow('No matching signature')
  })

  test('is signed with both secrets while one replaces the other, the new one first', () => {
    const next = newWebhookSecret()
    const headers = webhookHeaders(message, [next, SECRET])
    for (const secret of [next, SECRET]) expect(new Webhook(secret).verify(message.body, headers)).toEqual({ a: 1 })
    expect(headers['webhook-signature']).toBe(
      [next, SECRET].map((secret) => webhookHeaders(message, [secret])['webhook-signature']).join(' '),
    )
    expect(() => new Webhook(newWebhookSecret()).verify(message.body, headers)).toThrow('No matching signature')
  })

  test('names its id, its second and its number, and the second is the one that is signed', () => {
    const headers = webhookHeaders({ ...message, at: new Date('2026-11-22T10:00:00.999Z') }, [SECRET])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1795341600',
      'webhook-sequence': '7',
    })
    const signed = createHmac('sha256', Buffer.from(SECRET, 'base64')).update(`msg_1.1795341600.${message.body}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signed}`)
  })

  test('has headers of one line', () => {
    for (const value of Object.values(webhookHeaders(message, [SECRET, newWebhookSecret()]))) expect(value).toMatch(/^[ -~]+$/)
  })
})

test('secrets are 24 random bytes, each another one', () => {
  const secrets = Array.from({ length: 200 }, newWebhookSecret)
  expect(new Set(secrets).size).toBe(200)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64')).toHaveLength(24)
})

describe('the mail to a developer whose address takes no events', () => {
  const target = {
    url: 'https://app.test/<events>',
    applicationName: 'Ada’s\r\nBcc: all@acme.test',
    developerId: null,
    developerEmail: 'dev@acme.test',
    developedBy: null,
    endpoint: {} as never,
  }
  test.each([
    [false, /does not take its events$/],
    [true, /are no longer sent$/],
  ])('says whether it was disabled: %s', (isOver, subject) => {
    const mail = writeWarning(target, 'dev@acme.test', isOver)
    expect(mail.recipient).toBe('dev@acme.test')
    expect(mail.subject).toMatch(subject)
    // The name is untrusted: it must add no header and no markup.
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.html).not.toContain('<events>')
    expect(mail.text).toContain('https://app.test/<events>')
  })

  test('the two say different things', () => {
    const [warning, end] = [false, true].map((isOver) => writeWarning(target, 'dev@acme.test', isOver))
    expect(warning?.text).not.toBe(end?.text)
  })
})
