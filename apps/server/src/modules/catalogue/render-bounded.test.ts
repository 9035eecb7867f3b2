import { describe, expect, test } from 'vitest'
import { boundedRenderer, renderBounded } from './render-bounded.ts'

describe('renderBounded', () => {
  test('renders a short text and a long one the same', async () => {
    expect(await renderBounded('**bold**')).toEqual({ html: '<p><strong>bold</strong></p>', removed: [], plain: false })
    const paragraph = '**bold** <b onclick="run()">words</b>\n\n'
    const { html, removed, plain } = await renderBounded(paragraph.repeat(1_000))
    expect(html.match(/<p><strong>bold<\/strong> <b>words<\/b><\/p>/g)).toHaveLength(1_000)
    expect({ removed, plain }).toEqual({ removed: ['onclick'], plain: false })
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
    expect(plain).toBe(true)
    expect(html.startsWith('<p>Tom &amp; &quot;Jerry&quot;</p>\n<p>&lt;ul&gt;&lt;li&gt;')).toBe(true)
    expect(html).not.toMatch(/<(?!\/?p>)/)
    expect(longest).toBeLessThan(5_000)
  })
})
