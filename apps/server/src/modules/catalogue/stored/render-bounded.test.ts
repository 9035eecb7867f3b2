import { describe, expect, test } from 'vitest'
import { boundedRenderer, renderBounded } from './render-bounded.ts'

describe('renderBounded', () => {
  test('renders a short text and a long one alike', async () => {
    expect(await renderBounded('**bold**')).toEqual({ html: '<p><strong>bold</strong></p>', removed: [], plain: null })
    const paragraph = '**bold** <b onclick="run()">words</b>\n\n'
    const { html, removed, plain } = await renderBounded(paragraph.repeat(1_000))
    expect(html.match(/<p><strong>bold<\/strong> <b>words<\/b><\/p>/g)).toHaveLength(1_000)
    expect({ removed, plain }).toEqual({ removed: ['onclick'], plain: null })
  })

  /** A table with `columns` columns whose rows are nearly empty. */
  const emptyTable = (columns: number, rows: number): string =>
    `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(rows)}`

  test.each([
    ['a short table', emptyTable(500, 2_000)],
    ['a table of 100 KB', emptyTable(2_000, 45_000)],
    ['signs that HTML writes as five', '&'.repeat(100_000)],
    ['paragraphs of a letter', 'a\n\n'.repeat(50_000)],
  ])('shows %s that would become too long as plain text', async (_, text) => {
    const { html, plain } = await renderBounded(text)
    expect(plain).toBe('long')
    expect(html.length).toBeLessThan(Math.max(65_536, 2 * text.length) * 1.2)
    expect(html).toMatch(/^<p>(?:\|a|&amp;&amp;|a<)/)
  })

  test('renders a large table with words in it', async () => {
    const { html, plain } = await renderBounded(
      `|Name|Description|\n|-|-|\n${'|Parcel Wren|Tracks parcels of every carrier|\n'.repeat(2_000)}`,
    )
    expect(plain).toBe(null)
    expect(html.match(/<tr>/g)).toHaveLength(2_001)
  })

  test('shows a text that takes too long as plain text, and lets others work meanwhile', async () => {
    let looked = performance.now()
    let longest = 0
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - looked)
      looked = performance.now()
    }, 10)
    // For each closing tag the parser searches all open ones.
    const depth = 256 * 100
    const text = `Tom & "Jerry"\n\n${'<ul><li>'.repeat(depth)}${'</ol>'.repeat(depth)}`
    const { html, plain } = await boundedRenderer(0.1)(text)
    clearInterval(timer)
    expect(plain).toBe('slow')
    expect(html.startsWith('<p>Tom &amp; &quot;Jerry&quot;</p>\n<p>&lt;ul&gt;&lt;li&gt;')).toBe(true)
    expect(html).not.toMatch(/<(?!\/?p>)/)
    expect(longest).toBeLessThan(5_000)
  })
})
