import { describe, expect, test } from 'vitest'
import { parseLine } from './parse-line.ts'

const parsed = (line: object) => parseLine(JSON.stringify({ slug: 'a', ...line }))
const reasonOf = (line: object | string): string | null => {
  const result = typeof line === 'string' ? parseLine(line) : parsed(line)
  return 'reason' in result ? result.reason : null
}
const remarksOf = (line: object): string[] => {
  const result = parsed(line)
  return 'remarks' in result ? result.remarks : [`refused: ${result.reason}`]
}
const nested = (depth: number): object => (depth === 0 ? {} : { inner: nested(depth - 1) })

describe('a line is refused', () => {
  test.each<[string, object | string, RegExp]>([
    ['that is no JSON', '{"slug":', /^is not valid JSON$/],
    ['that is empty', '', /^is not valid JSON$/],
    ['that is a list', '[]', /^is not a JSON object$/],
    ['that is null', 'null', /^is not a JSON object$/],
    ['that is a text', '"a"', /^is not a JSON object$/],
    ['without a slug', '{}', /^slug: is missing$/],
    ['with a slug that is none', { slug: 'A B' }, /^slug: is not a slug/],
    ['with a NUL', { name: 'a\0b' }, /^name: has a NUL character$/],
    ['with a NUL in the name of a field', { ['a\0b']: 1 }, /has a NUL character$/],
    ['with half of a surrogate pair', { elements: { a: '\ud800' } }, /^elements\.a: has half of a surrogate pair$/],
    ['with a text of more than 256 KB', { longDescription: 'a'.repeat(262_145) }, /^longDescription: is longer than 256 KB$/],
    ['with a price that is none', { payment: { price: -1, frequency: 'monthly' } }, /^payment\.price: is less than 0$/],
    [
      'with a plan without a price',
      { plans: [{ name: 'Pro', billingCycle: 'pay-monthly', pricingType: 'per-agent' }] },
      /^plans\.0\.price: is missing$/,
    ],
    ['that would be published at no time', { publishedAt: 'tomorrow' }, /^publishedAt: is not an ISO date/],
    ['that is hidden, or not', { hidden: 'yes' }, /^hidden: is not a boolean/],
    ['of no product', { product: 'fax' }, /^product: is not one of livechat, helpdesk/],
  ])('%s', (_, line, reason) => expect(reasonOf(line)).toMatch(reason))

  test('that is nested too deeply, without reading all of it', () => {
    expect(reasonOf({ elements: nested(500) })).toMatch(/nested too deeply|too many|too deep/)
  })
})

describe('a value that decides nothing is left out, and the report says why', () => {
  test.each<[string, object, string[]]>([
    ['an address that is none', { websiteUrl: 'nowhere' }, ['websiteUrl is not an http or https address and was left out']],
    ['a colour', { brandColor: 'red' }, ['brandColor is not a colour such as #1f2937 and was left out']],
    [
      'a picture elsewhere',
      { icon: '../../etc/passwd' },
      ['icon is not a path inside the folder of the catalogue and was left out'],
    ],
    [
      'one tag of three',
      { tags: ['good', 'Not Good', 'better'] },
      [expect.stringMatching(/^tags\.1 is not a slug.* and was left out$/) as never],
    ],
    [
      'a rating beyond the stars',
      { rating: { rate: 9, votes: 1 } },
      ['rating has no valid rate (it is more than 5) and was left out'],
    ],
    [
      'two at once',
      { theme: 7, version: 8 },
      [expect.stringMatching(/^version is not a string/) as never, expect.stringMatching(/^theme is not a string/) as never],
    ],
  ])('%s', (_, line, remarks) => {
    const given = remarksOf(line)
    for (const remark of remarks) expect(given).toContainEqual(remark)
  })

  test('the rest of its list stays, in order', () => {
    const result = parsed({ tags: ['one', 'Not Good', 'two', '!', 'three'] })
    expect('line' in result && result.line.tags).toEqual(['one', 'two', 'three'])
  })

  test('the line is kept as it was given, for the export', () => {
    const result = parsed({ websiteUrl: 'nowhere', unknown: { a: [1] } })
    expect('raw' in result && result.raw).toEqual({ slug: 'a', websiteUrl: 'nowhere', unknown: { a: [1] } })
    expect('line' in result && result.line).toEqual({ slug: 'a' })
  })

  test('a line without a fault gets no remark', () => {
    expect(remarksOf({ name: 'A', tags: ['one'], customProps: { isPremium: 'true' } })).toEqual([])
  })

  test.each(['__proto__', 'constructor', 'toString'])('a field of the name %s changes nothing', (field) => {
    const result = parseLine(`{"slug":"a","${field}":{"polluted":true}}`)
    expect('line' in result && result.line.slug).toBe('a')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
