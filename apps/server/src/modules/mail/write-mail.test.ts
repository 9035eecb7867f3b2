import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BRAND } from '@marketplace/contracts/core/brand'
import { oneLine, withoutSecrets, writeMail } from './write-mail.ts'

const stranger = fc.string({
  unit: fc.constantFrom('a', '<', '>', '&', '"', "'", '\r', '\n', ' ', '\u2028', '😀', 'b:'),
  maxLength: 40,
})
const content = { recipient: 'ada@acme.test', subject: 'Hello', paragraphs: ['One.'], footer: 'Why.' }
/** The text that a reader of the HTML sees, without tags. */
const read = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#0?39;/g, "'")
    .replaceAll('&amp;', '&')

describe('a mail', () => {
  test('says the same as text and as HTML', () => {
    const links = [
      { href: 'https://shop.test/a', text: 'Open it' },
      { href: 'https://shop.test/b?c=1&d', text: 'Or this' },
    ]
    expect(writeMail({ ...content, paragraphs: ['One.', 'Two.'], links })).toEqual({
      recipient: 'ada@acme.test',
      subject: 'Hello',
      text: `One.\n\nTwo.\n\nOpen it: https://shop.test/a\n\nOr this: https://shop.test/b?c=1&d\n\nWhy.\n\n${BRAND.marketplace}`,
      html: [
        '<p>One.</p>',
        '<p>Two.</p>',
        '<p><a href="https://shop.test/a">Open it</a></p>',
        '<p><a href="https://shop.test/b?c=1&amp;d">Or this</a></p>',
        '<p>Why.</p>',
        `<p>${BRAND.marketplace}</p>`,
      ].join('\n'),
    })
  })

  test('has its one link, and no other where there are several', () => {
    const link = { href: 'https://shop.test/a', text: 'Open it' }
    expect(writeMail({ ...content, link }).text).toContain('Open it: https://shop.test/a')
    expect(writeMail({ ...content, link, links: [] }).text).not.toContain('Open it')
  })

  test('has neither a sender for replies nor a file unless it is given them', () => {
    expect(Object.keys(writeMail(content)).toSorted()).toEqual(['html', 'recipient', 'subject', 'text'])
    expect(writeMail({ ...content, replyTo: 'b@c.test', attachment: 'invoice:1' })).toMatchObject({
      replyTo: 'b@c.test',
      attachment: 'invoice:1',
    })
  })

  test('shows what a stranger wrote, and runs nothing of it', () => {
    fc.assert(
      fc.property(stranger, stranger, stranger, (paragraph, text, footer) => {
        const { html } = writeMail({ ...content, paragraphs: [paragraph], link: { href: 'https://shop.test/', text }, footer })
        expect(html.match(/<[^>]*>/g)).toEqual([
          '<p>',
          '</p>',
          '<p>',
          '<a href="https://shop.test/">',
          '</a>',
          '</p>',
          '<p>',
          '</p>',
          '<p>',
          '</p>',
        ])
        expect(read(html)).toBe([paragraph, text, footer, BRAND.marketplace].join('\n'))
      }),
    )
  })

  test('has a subject of one line, whatever is in it', () => {
    fc.assert(
      fc.property(stranger, (subject) => {
        const written = writeMail({ ...content, subject }).subject
        expect(written).not.toMatch(/[\r\n\u2028\u2029]/)
        expect(written).toBe(written.trim())
        expect(oneLine(written)).toBe(written)
        expect(written.replaceAll(' ', '')).toBe(subject.replaceAll(/\s/g, ''))
      }),
    )
  })
})

describe('a mail that others may read', () => {
  const hidden = (text: string) => withoutSecrets({ text, html: text }).text
  test.each([
    ['https://a.test/reset?token=abc-_123', 'https://a.test/reset?token=…'],
    ['https://a.test/signup/finish?to=%2F&token=abc.', 'https://a.test/signup/finish?to=%2F&token=….'],
    ['href="https://a.test/?a=1&amp;token=abc"', 'href="https://a.test/?a=1&amp;token=…"'],
    ['?token=abc and ?token=def', '?token=… and ?token=…'],
    ['https://a.test/?mytoken=abc', 'https://a.test/?mytoken=abc'],
    ['token=abc', 'token=abc'],
    ['?token=', '?token='],
  ])('%s is kept as %s', (text, kept) => expect(hidden(text)).toBe(kept))

  test('has no link that lets somebody in, as text or as HTML', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{16,64}$/), fc.stringMatching(/^[a-z]{1,6}=[a-z0-9]{1,6}$/), (token, other) => {
        for (const query of [`token=${token}`, `${other}&token=${token}`, `token=${token}&${other}`]) {
          const mail = writeMail({ ...content, link: { href: `https://a.test/reset?${query}`, text: 'Set it' } })
          const kept = withoutSecrets(mail)
          expect(kept.text + kept.html).not.toContain(token)
          expect(withoutSecrets(kept)).toEqual(kept)
          expect({ ...kept, text: '', html: '' }).toEqual({ ...mail, text: '', html: '' })
        }
      }),
    )
  })
})
