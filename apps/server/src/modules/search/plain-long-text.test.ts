import { expect, test } from 'vitest'
import { plainLine, plainLongText } from './plain-long-text.ts'

const html = (text: string) => plainLongText({ html: text, given: null })

test.each([
  ['<p>One.</p>\n<p>Two.</p>', 'One. Two.'],
  ['<ul><li>one</li><li>two</li></ul>', 'one two'],
  ['<p>Sales<b>force</b> and <a href="https://a.example" rel="nofollow">a link</a></p>', 'Salesforce and a link'],
  ['<p>a<br>b</p>', 'a b'],
  ['Fish &amp; chips &lt;b&gt; &quot;it&#39;s&quot;&nbsp;5', `Fish & chips <b> "it's" 5`],
  ['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
  ['cut in the midd <a hre', 'cut in the midd'],
  ['', ''],
])('%s', (given, text) => {
  expect(html(given)).toBe(text)
})

test('without clean HTML it is what was given', () => {
  expect(plainLongText({ html: null, given: '# Title\n\nSome **bold** text' })).toBe('Title Some bold text')
  expect(plainLongText({ html: null, given: null })).toBe('')
  expect(plainLongText({ html: '', given: 'an older text' })).toBe('')
})

test('a text has an end, and only what texts have', () => {
  expect(html('word '.repeat(20_000)).length).toBeLessThanOrEqual(20_000)
  expect(plainLine('a\u0000b\u0002c\u0003 \t\n d\u009f')).toBe('a b c d')
})
