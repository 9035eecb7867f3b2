import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['<b>&"\'</b>', '&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;'],
  ['&amp;', '&amp;amp;'],
  ['a < b > c', 'a &lt; b &gt; c'],
])('%j is shown as %j', (text, html) => {
  expect(escapeHtml(text)).toBe(html)
})
