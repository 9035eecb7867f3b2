import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BRAND } from '@marketplace/contracts/core/brand'
import { type ErrorCode, errorMessage, ERRORS } from '@marketplace/contracts/core/errors'
import { QueueFull } from '../passwords/fair-queue.ts'
import { continueAddress, keptQuery, signInAddress } from './addresses.ts'
import { busyAnswer, fullQueue, pageAnswer, queryText, textField, tooOften } from './answers.ts'
import { renderError } from './error-page.ts'
import { failurePage } from './failure-page.ts'
import { codeField, field, problem } from './forms.ts'
import { hashSource } from '../../../core/hash-source.ts'
import { type Html, literal, markup } from './html.ts'
import { wordsOfInstant } from './instant.ts'
import { type Layout, renderPage } from './layout.ts'
import { passkeyForm, passkeySignIn } from './passkey-form.ts'
import { PASSKEY_SCRIPT, PASSKEY_SCRIPT_PATH } from './passkey-script.ts'
import { newPasswordField, signInForm } from './sign-in-form.ts'

const HOSTILE = `"><script>alert('1')</script><img src=x onerror=alert(2)> & <!--`
const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

describe('a template', () => {
  test('escapes whatever it is given, in texts and in attributes, and loses nothing of it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', ';', '#') }),
    )
    fc.assert(
      fc.property(text, (given) => {
        const written = markup`<p title="${given}">${given}</p>`.text
        const [, attribute = '', inside = ''] = /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(written) ?? []
        expect([unescape(attribute), unescape(inside)]).toEqual([given, given])
      }),
    )
  })

  test('inserts templates unescaped, also in lists and nested', () => {
    const items = ['a', '<b>'].map((each) => markup`<li>${each}</li>`)
    expect(markup`<ul>${items}</ul>${literal('<hr>')}`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>')
    expect(markup`${markup`${markup`<i>${'&'}</i>`}`}`.text).toBe('<i>&amp;</i>')
  })

  test('leaves out null and false, and writes 0 and an empty text', () => {
    expect(markup`a${null}b${false}c${0}d${''}e`.text).toBe('abc0de')
  })

  test('does not take an object that only looks like HTML', () => {
    const looks = { text: '<script>' } as unknown as Html
    expect(() => markup`${looks}`).toThrow()
  })
})

describe('a page', () => {
  const page = (layout: Partial<Layout> = {}) =>
    renderPage({ title: 'Sign in', publicUrl: 'https://shop.test', ...layout }, markup`<h1>Sign in</h1>`)
  const policyOf = (layout: Partial<Layout> = {}) => (page(layout).headers['content-security-policy'] ?? '').split('; ')

  test('cannot be framed or cached, and loads nothing from other origins', () => {
    const { headers } = page()
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' })
    expect(policyOf()).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test.each<[Partial<Layout>, string[], string[]]>([
    [{ formLeads: 'here' }, ["form-action 'self'"], []],
    // With a form-action, browsers would stop the redirect to the application that follows the form.
    [{ formLeads: 'away' }, [], ['form-action']],
    [{ formLeads: null }, ["form-action 'none'"], []],
    [{ usesPasskeys: true }, ["script-src 'self'", "connect-src 'self'"], []],
    [
      { script: { source: "'sha256-x'", root: literal(' data-a="b"'), end: literal('<script>1</script>') } },
      ["script-src 'sha256-x'"],
      ["'self'"],
    ],
  ])('%j has the policy %j', (layout, has, none) => {
    const policy = policyOf(layout)
    for (const each of has) expect(policy).toContain(each)
    for (const each of none) expect(policy.join('; ')).not.toContain(each)
    expect(policy.join('; ')).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('has the style that its policy allows, and no other', () => {
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page().body) ?? []
    expect(policyOf()).toContain(`style-src ${hashSource(style)}`)
    expect(page().body.match(/<style|style="/g)).toHaveLength(1)
  })

  test('has the passkey script only if it needs it, under a name that changes with the content', () => {
    expect(page().body).not.toContain('<script')
    const { body } = page({ usesPasskeys: true })
    expect(body).toContain(`<script src="${PASSKEY_SCRIPT_PATH}" defer></script>`)
    expect(PASSKEY_SCRIPT_PATH).toMatch(/^\/scripts\/passkeys\.js\?v=[0-9a-f]{12}$/)
    expect(() => new Function(PASSKEY_SCRIPT)).not.toThrow()
  })

  test('leads back to the storefront, or says to close the window of a popup', () => {
    expect(page().body).toContain(`<a href="https://shop.test/">Back to the ${BRAND.marketplace}</a>`)
    expect(page({ inPopup: true }).body).toContain('Close this window')
    expect(page({ inPopup: true }).body).not.toContain('https://shop.test/"')
  })

  test('escapes its title', () => {
    expect(page({ title: HOSTILE }).body).not.toContain('<script>alert')
  })
})

describe('a field', () => {
  const base = { name: 'email', label: 'E-mail', autocomplete: 'username', maxLength: 254 }

  test('has its label and its limits', () => {
    expect(field({ ...base, type: 'email', value: 'a@b.test' }).text).toBe(
      '<div class="field"><label for="email">E-mail</label>\n<input id="email" name="email" type="email" value="a@b.test" autocomplete="username" maxlength="254" required autocapitalize="none" spellcheck="false"></div>',
    )
  })

  test('has its hint or its error, never both, also for screen readers', () => {
    const hinted = field({ ...base, hint: 'As in a mail' }).text
    expect(hinted).toContain('aria-describedby="email-hint"')
    expect(hinted).toContain('<p class="hint" id="email-hint">As in a mail</p>')
    const wrong = field({ ...base, hint: 'As in a mail', error: 'None' }).text
    expect(wrong).toContain('aria-describedby="email-error" aria-invalid="true"')
    expect(wrong).toContain('<p class="wrong" id="email-error">None</p>')
    expect(wrong).not.toContain('As in a mail')
    expect(field(base).text).not.toMatch(/aria-|autofocus|minlength/)
  })

  test('has the focus if it is the first, and a keyboard of digits for codes', () => {
    expect(field({ ...base, first: true, minLength: 8 }).text).toMatch(/minlength="8".* autofocus>/)
    expect(codeField('Code', null, null, true).text).toMatch(/inputmode="numeric".* autofocus>/)
    expect(codeField('Code', null, null, false).text).not.toContain('inputmode')
  })

  test('escapes the typed value, the label and the error', () => {
    const { text } = field({ ...base, value: HOSTILE, label: HOSTILE, error: HOSTILE })
    expect(text).not.toContain('<script>')
    expect(text).not.toContain('<img')
  })

  test('of a password never has a value', () => {
    expect(newPasswordField('next', 'Too short').text).toContain('value=""')
    expect(signInForm('/signin', 'a@b.test').text).toMatch(/name="password" type="password" value=""/)
  })

  test('has the focus if it is the first empty one', () => {
    const focused = (email: string) => /name="(\w+)"[^>]*autofocus/.exec(signInForm('/signin', email).text)?.[1]
    expect([focused(''), focused('a@b.test')]).toEqual(['email', 'password'])
  })

  test('an error of the whole form is read out', () => {
    expect(problem(null)).toBeNull()
    expect(problem('<b>')?.text).toBe('<p class="notice wrong" role="alert">&lt;b&gt;</p>')
  })
})

describe('a form for a passkey', () => {
  test('is hidden until a script shows it, and carries its request as data', () => {
    const options = JSON.stringify({ challenge: `a"b'c<d>` })
    const { text } = passkeyForm({ action: '/a?b=c&d=e', asks: 'create', options, button: 'Add' })
    expect(text).toContain(' hidden>')
    const [, given = ''] = /data-options="([^"]*)"/.exec(text) ?? []
    expect(JSON.parse(unescape(given))).toEqual({ challenge: `a"b'c<d>` })
    expect(text).toContain('action="/a?b=c&amp;d=e"')
  })

  test('keeps the query of the authorization', () => {
    expect(passkeySignIn('').text).toContain('action="/signin/passkey"')
    expect(passkeySignIn('client_id=a&state=b').text).toContain('action="/signin/passkey?client_id=a&amp;state=b"')
  })
})

describe('addresses', () => {
  test('lead to the account without a query, and to the authorization with one', () => {
    expect([signInAddress(''), signInAddress('a=b')]).toEqual(['/account', '/signin?a=b'])
    expect([continueAddress(''), continueAddress('a=b')]).toEqual(['/account', '/?a=b'])
  })

  test('keep a query of up to 3,000 characters', () => {
    expect(keptQuery('x'.repeat(3_000))).toHaveLength(3_000)
    expect(keptQuery('x'.repeat(3_001))).toBe('')
  })
})

describe('a submitted form', () => {
  test('gives the text of a field that was sent once, and otherwise an empty text', () => {
    expect(textField({ a: 'b' }, 'a')).toBe('b')
    expect(textField({ a: ['b', 'c'] }, 'a')).toBe('')
    expect(textField({}, 'a')).toBe('')
    for (const name of ['__proto__', 'constructor', 'toString']) expect(textField({}, name)).toBe('')
  })

  test('becomes a query without its empty parameters', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 8 })
    const query = fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), fc.oneof(value, fc.array(value, { maxLength: 3 })))
    fc.assert(
      fc.property(query, (given) => {
        const expected = Object.entries(given).flatMap(([name, values]) =>
          [values].flat().flatMap((each) => (each === '' ? [] : [[name, each]])),
        )
        expect([...new URLSearchParams(queryText(given))]).toEqual(expected)
      }),
    )
  })
})

describe('answers', () => {
  const page = renderPage({ title: 'A', publicUrl: 'https://shop.test' }, markup``)

  test('have a Retry-After only if the time is known', () => {
    expect(pageAnswer(page)).toEqual({ kind: 'page', status: 200, page })
    expect(pageAnswer(page, 429, 7.2)).toEqual({ kind: 'page', status: 429, page, retryAfterSeconds: 7.2 })
  })

  test('to too many requests are 429 for one source, and 503 for all together', () => {
    expect(busyAnswer(new QueueFull('source'), page)).toMatchObject({ status: 429, retryAfterSeconds: 3 })
    expect(busyAnswer(new QueueFull('all'), page)).toMatchObject({ status: 503, retryAfterSeconds: 3 })
    const full = new QueueFull('all')
    expect(fullQueue(full)).toBe(full)
    expect(() => fullQueue(new Error('another'))).toThrow('another')
  })

  test.each([
    [0.2, '1 second'],
    [1, '1 second'],
    [59.1, '1 minute'],
    [61, '2 minutes'],
    [3_600, '60 minutes'],
  ])('a wait of %d seconds is written as %s', (seconds, words) => {
    expect(tooOften(seconds)).toBe(`That was wrong too often. Wait ${words}, then try again.`)
  })
})

describe('a failure', () => {
  // Messages with a placeholder belong to the APIs. The pages of this server do not show them.
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !/\{\w+\}/.test(errorMessage(code)))

  test.each(codes)('%s has a text and the id of the request', (code) => {
    const { body } = failurePage('https://shop.test')(code, { id: HOSTILE })
    const text = body.replace(/<style>[^]*<\/style>/, '')
    expect(text).toMatch(/<h1>[^<]{5,}<\/h1><p class="lead">[^<]{5,}<\/p><p class="lead">[^<]{5,}<\/p>/)
    expect(text).not.toMatch(/undefined|\[object|<script|\{\w+\}/)
    const isOurs = ERRORS[code].status >= 500
    expect(text.includes('Something went wrong on our side') || text.includes('Nothing was lost')).toBe(isOurs)
  })

  test('shows the best action first, and escapes foreign markup', () => {
    const ways = [
      { label: 'Try again', href: 'https://a.test/?x="><script>' },
      { label: HOSTILE, href: '/' },
    ]
    const { body } = renderError({
      title: HOSTILE,
      text: HOSTILE,
      next: HOSTILE,
      details: HOSTILE,
      ways,
      publicUrl: 'https://shop.test',
    })
    expect(body.match(/<a class="[^"]*"/g)).toEqual(['<a class="button"', '<a class="button secondary"'])
    expect(body).not.toContain('<script')
  })
})

test.each([
  ['2026-11-20T12:00:00Z', '20 November 2026 at 12:00 UTC'],
  ['2026-01-01T00:00:59+14:00', '31 December 2025 at 10:00 UTC'],
])('%s is %s for people', (instant, words) => expect(wordsOfInstant(new Date(instant))).toBe(words))
