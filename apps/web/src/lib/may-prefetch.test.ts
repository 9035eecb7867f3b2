import { describe, expect, it } from 'vitest'
import { mayPrefetch } from './may-prefetch.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

describe('mayPrefetch', () => {
  it.each([
    [CHROME, undefined, true],
    [CHROME, {}, true],
    [CHROME, { effectiveType: '4g', saveData: false }, true],
    [CHROME, { effectiveType: '3g' }, true],
    [CHROME, { effectiveType: '2g' }, false],
    [CHROME, { effectiveType: 'slow-2g' }, false],
    [CHROME, { effectiveType: '4g', saveData: true }, false],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', undefined, false],
    ['facebookexternalhit/1.1', undefined, false],
    [CHROME.replace('Chrome', 'HeadlessChrome'), undefined, false],
    [`${CHROME} Chrome-Lighthouse`, undefined, false],
  ])('%s on %j: %s', (userAgent, connection, expected) => expect(mayPrefetch({ userAgent, connection })).toBe(expected))
})
