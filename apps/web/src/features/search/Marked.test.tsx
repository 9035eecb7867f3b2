import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Marked, markedHtml } from './Marked.tsx'

test.each([
  [[]],
  [[{ text: 'Parcel', matched: true }]],
  [
    [
      { text: `<b title="a">it's</b> & so on `, matched: false },
      { text: '<!--piece:0-->', matched: true },
      { text: '\u0002name\u0003 – ü 🙂', matched: false },
    ],
  ],
])('%j as HTML is what is rendered', (parts) => {
  // React writes an apostrophe in another way, which is read as the same text.
  const rendered = renderToString(<Marked parts={parts} />).replaceAll('&#x27;', '&#39;')
  expect(markedHtml(parts)).toBe(rendered)
})
