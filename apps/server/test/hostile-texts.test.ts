// All code that reads untrusted texts must take time proportional to their length.
import { describe, expect, test } from 'vitest'
import { isSearchable } from '@marketplace/contracts/search/limits'
import { cutAtWord, plainText } from '@marketplace/domain/text'
import { analyze } from '@marketplace/search/analyze'
import { readTokens } from '../src/adapters/embedded-search/filter-tokens.ts'
import { readNumber } from '../src/adapters/embedded-search/parse-filters.ts'
import { measureLine } from '../src/modules/catalogue/transfer/measure-line.ts'
import { canonicalPath } from '../src/modules/pages/resolve-page.ts'
import { missOf } from '../src/modules/search/misses.ts'
import { plainLongText } from '../src/modules/search/plain-long-text.ts'

const LENGTH = 256 * 1024
const fill = (unit: string, end = '') => unit.repeat(Math.floor((LENGTH - end.length) / unit.length)) + end

const READERS: readonly [string, (text: string) => unknown][] = [
  ['analyze', analyze],
  ['canonicalPath', canonicalPath],
  ['cutAtWord', (text) => cutAtWord(text, text.length - 1)],
  ['isSearchable', isSearchable],
  ['measureLine', measureLine],
  ['missOf', missOf],
  ['plainLongText', (html) => plainLongText({ html, given: null })],
  ['plainText', plainText],
  ['readNumber', readNumber],
  ['readTokens', readTokens],
]

const TEXTS: readonly [string, string][] = [
  ['slashes before a letter', fill('/', 'a')],
  ['digits before a letter', fill('1', 'x')],
  ['signs before a letter', fill('.', 'a bb')],
  ['spaces before a letter', fill(' ', 'a')],
  ['signs of programming languages before a letter', `a${fill('#', 'a')}`],
  ['marks that stand in the wrong order', `a${fill('\u0315\u0316')}`],
  ['marks of one kind before those of another', `a${'\u0315'.repeat(LENGTH / 2)}${'\u0316'.repeat(LENGTH / 2 - 1)}`],
  ['apostrophes', fill("a'", "'")],
  ['hyphens', fill('a-')],
  ['open tags', fill('<')],
  ['open tags with a name', fill('<b ')],
  ['open links', fill('[a](')],
  ['comments', fill('<!--')],
  ['ampersands', fill('&')],
  ['quotes', fill('"', 'a')],
  ['backslashes', fill('\\', 'a')],
  ['capitals', fill('aB')],
]

describe.each(READERS)('%s', (_, read) => {
  test.each(TEXTS)('reads %s', (_, text) => {
    const start = performance.now()
    try {
      read(text)
    } catch (error) {
      // It may refuse the text, but must not overflow the stack.
      expect(error).not.toBeInstanceOf(RangeError)
    }
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
