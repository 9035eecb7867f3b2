import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAtOrUnder, isRedirectAllowed } from './redirect-uri.ts'

const REGISTERED = ['https://app.example/oauth/callback', 'http://localhost:3003/', 'http://127.0.0.1:3003/']

describe('isAtOrUnder', () => {
  test.each([
    'https://app.example/oauth/callback',
    'https://app.example/oauth/callback/',
    'https://app.example/oauth/callback/deeper/still',
    'https://app.example/oauth/callback/file.html',
    'https://app.example/oauth/callback/a%20b',
    'http://localhost:3003',
    'http://localhost:3003/',
    'http://localhost:3003/any/page',
    'http://127.0.0.1:3003/page',
  ])('%s is at or under a registered one', (value) => {
    expect(isAtOrUnder(value, REGISTERED)).toBe(true)
  })

  test.each([
    ['another scheme', 'http://app.example/oauth/callback'],
    ['a script', 'javascript:alert(1)//https://app.example/oauth/callback'],
    ['data', 'data:text/html,<script>1</script>'],
    ['no scheme', '//app.example/oauth/callback'],
    ['a path alone', '/oauth/callback'],
    ['another host', 'https://evil.example/oauth/callback'],
    ['a host that begins with it', 'https://app.example.evil.example/oauth/callback'],
    ['a host that ends with it', 'https://evilapp.example/oauth/callback'],
    ['a host below it', 'https://sub.app.example/oauth/callback'],
    ['a dot after the host', 'https://app.example./oauth/callback'],
    ['another port', 'https://app.example:8443/oauth/callback'],
    ['no port where there is one', 'http://localhost/'],
    ['a longer port', 'http://localhost:30033/'],
    ['the host in capitals', 'https://APP.example/oauth/callback'],
    ['the host encoded', 'http://%6cocalhost:3003/'],
    ['another way to write an address', 'http://0x7f000001:3003/'],
    ['a short way to write an address', 'http://127.1:3003/page'],
    ['a user', 'https://user@app.example/oauth/callback'],
    ['the host as a user', 'https://app.example@evil.example/oauth/callback'],
    ['a user and a password', 'https://app.example:x@evil.example/oauth/callback'],
    ['a path above', 'https://app.example/oauth'],
    ['a path beside', 'https://app.example/oauth/other'],
    ['no border of a segment', 'https://app.example/oauth/callbackevil'],
    ['capitals in the path', 'https://app.example/OAuth/callback'],
    ['one step up', 'https://app.example/oauth/callback/../other'],
    ['a step up at the end', 'https://app.example/oauth/callback/..'],
    ['a step that stays', 'https://app.example/oauth/callback/./x'],
    ['an encoded step', 'https://app.example/oauth/callback/%2e%2e/other'],
    ['a half-encoded step', 'https://app.example/oauth/callback/.%2E/other'],
    ['a twice encoded step', 'https://app.example/oauth/callback/%252e%252e/other'],
    ['a step whose digits are encoded', 'https://app.example/oauth/callback/%25%32%65%25%32%65/other'],
    ['a step of which one digit is encoded', 'https://app.example/oauth/callback/%252%65%252%65/other'],
    ['a step encoded three times', 'https://app.example/oauth/callback/%25%32%35%32%65/other'],
    ['an encoded percent sign', 'https://app.example/oauth/callback/100%25'],
    ['an overlong dot', 'https://app.example/oauth/callback/%c0%ae%c0%ae/other'],
    ['bytes that are no text', 'https://app.example/oauth/callback/%ff'],
    ['an encoded slash', 'https://app.example/oauth/callback/..%2fother'],
    ['a backslash', 'https://app.example/oauth/callback\\..\\other'],
    ['an encoded backslash', 'https://app.example/oauth/callback/..%5cother'],
    ['backslashes for slashes', 'https:\\\\app.example\\oauth\\callback'],
    ['one slash', 'https:/app.example/oauth/callback'],
    ['three slashes', 'https:///app.example/oauth/callback'],
    ['no slash', 'https:app.example/oauth/callback'],
    ['a step up that some servers read', 'https://app.example/oauth/callback/..;/other'],
    ['a parameter of a segment', 'https://app.example/oauth/callback/x;y=1'],
    ['a semicolon at the end', 'https://app.example/oauth/callback;'],
    ['an encoded semicolon', 'https://app.example/oauth/callback/..%3b/other'],
    ['a twice encoded semicolon', 'https://app.example/oauth/callback/..%253B/other'],
    ['a query', 'https://app.example/oauth/callback?x=1'],
    ['an empty query', 'https://app.example/oauth/callback?'],
    ['a fragment', 'https://app.example/oauth/callback#x'],
    ['an empty fragment', 'https://app.example/oauth/callback#'],
    ['a space before it', ' https://app.example/oauth/callback'],
    ['a space after it', 'https://app.example/oauth/callback '],
    ['a line break', 'https://app.example/oauth/call\nback'],
    ['an encoded line break', 'https://app.example/oauth/callback/%0d%0aLocation:x'],
    ['a tab', 'https://app.ex\tample/oauth/callback'],
    ['an end of text', 'https://app.example/oauth/callback/%00'],
    ['a letter that is not encoded', 'https://app.example/oauth/callback/ä'],
    ['nothing', ''],
  ])('%s is refused: %s', (_, value) => {
    expect(isAtOrUnder(value, REGISTERED)).toBe(false)
  })

  test('a browser also reads every allowed address as one at or under a registered one', () => {
    const pieces = [
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '@',
      ':',
      '?',
      '#',
      'app.example',
      'evil.example',
      'oauth',
      'callback',
      'x',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (tail) => {
        const value = `https:${tail.join('')}`
        if (!isAtOrUnder(value, REGISTERED)) return
        const { origin, pathname, search, hash, username } = new URL(value)
        expect([origin, search, hash, username]).toEqual(['https://app.example', '', '', ''])
        expect(`${pathname}/`.startsWith('/oauth/callback/')).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('isRedirectAllowed', () => {
  const exact = { redirectUris: [...REGISTERED], redirectMatch: 'exact' as const }
  const under = { redirectUris: [...REGISTERED], redirectMatch: 'under' as const }

  test.each(REGISTERED)('%s is registered', (value) => {
    expect(isRedirectAllowed(value, exact)).toBe(true)
    expect(isRedirectAllowed(value, under)).toBe(true)
  })

  test.each([
    'https://app.example/oauth/callback/',
    'https://app.example/oauth/callback/deeper',
    'http://localhost:3003',
    'http://localhost:3003/page',
  ])('%s is allowed only for clients that are registered for addresses below', (value) => {
    expect(isRedirectAllowed(value, exact)).toBe(false)
    expect(isRedirectAllowed(value, under)).toBe(true)
  })

  test.each(['https://app.example/oauth/', 'https://evil.example/oauth/callback', 'http://app.example/oauth/callback', ''])(
    '%s is allowed for no client',
    (value) => {
      expect(isRedirectAllowed(value, exact)).toBe(false)
      expect(isRedirectAllowed(value, under)).toBe(false)
    },
  )

  test.each(['javascript:alert(1)', 'https://app.example/?next=1', 'https://app.example/a/../b', 'https://app.example/#x'])(
    '%s is refused even if it is registered',
    (value) => expect(isRedirectAllowed(value, { ...exact, redirectUris: [value] })).toBe(false),
  )
})
