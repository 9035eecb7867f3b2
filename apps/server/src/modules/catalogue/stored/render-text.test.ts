import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { looksActive, renderText } from './render-text.ts'

describe('renderText', () => {
  test.each([
    ['# Title\n## Part\n### Piece', '<h3>Title</h3>\n<h3>Part</h3>\n<h4>Piece</h4>', []],
    ['**bold** and `code`', '<p><strong>bold</strong> and <code>code</code></p>', []],
    ['<script>alert(1)</script>', '', ['script']],
    ['<img src=x onerror=alert(1)>', '', ['onerror']],
    ['<a href="java&#10;script:alert(1)">x</a>', '<p><a>x</a></p>', []],
    ['<a href="JavaScript:alert(1)">x</a>', '<p><a>x</a></p>', ['href with javascript:']],
    ['[x](https://a.example)', '<p><a href="https://a.example" rel="nofollow noopener">x</a></p>', []],
    ['[x](/apps/settings)', '<p><a>x</a></p>', []],
    ['[x](//evil.example)', '<p><a>x</a></p>', []],
    [
      '<a href="https://a.example" target="_top" style="position:fixed" class="btn">x</a>',
      '<p><a href="https://a.example" rel="nofollow noopener">x</a></p>',
      [],
    ],
    ['<iframe src="https://a.example"></iframe>', '', ['iframe']],
    ['[x]( < javascript:alert(1))', '<p>[x]( &lt; javascript:alert(1))</p>', ['a link with javascript:']],
    ['[x](data:text/html,x)', '<p>[x](data:text/html,x)</p>', ['a link with javascript:']],
    ['<div style="position:fixed">x</div>', 'x', []],
    ['<table><tr><th></th><th>A</th></tr></table>', '<table><tr><td></td><th>A</th></tr></table>', []],
    ['<svg><script>alert(1)</script></svg>', '<p></p>', ['script']],
  ])('%s', (text, html, removed) => {
    const rendered = renderText(text)
    expect(rendered.html).toBe(html)
    expect(rendered.removed).toEqual(removed)
  })

  test('shows code about scripts as code, and does not report it', () => {
    expect(renderText('`<script>`')).toEqual({ html: '<p><code>&lt;script&gt;</code></p>', removed: [] })
  })

  test('no text leaves an element or attribute that runs', () => {
    const piece = fc.constantFrom('<', '>', '"', "'", '/', '=', ' ', 'script', 'img', 'svg', 'onerror', 'onclick', 'href', 'src', 'javascript:', 'alert(1)', 'a', 'x', '\n', '`', '[', ']', '(', ')', '&#106;', '<!--', '-->', '<![CDATA[', '\0', 'style', 'math', '<p>', '</p>') // prettier-ignore
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { html } = renderText(pieces.join(''))
        expect(html).not.toMatch(/<(?:script|img|svg|iframe|object|style|math)\b/i)
        expect(html).not.toMatch(/<[a-z][^>]*\son\w+\s*=/i)
        expect(html).not.toMatch(/<[a-z][^>]*\shref="(?!https?:|mailto:)/i)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a crafted text of 256 KB is rendered in limited time', () => {
  const fill = (start: string, unit: string) => start + unit.repeat((256 * 1024 - start.length) / unit.length)
  test.each([
    ['a link that never begins', fill('[a](', ' ')],
    ['the end of a link that never begins', fill('](', ' ')],
    ['open angle brackets', fill('', '<')],
    ['open tags', fill('', '<a ')],
    ['handlers outside of tags', fill('', ' on')],
    ['handlers that say nothing', fill('<a', ' onx')],
    ['scripts that never begin', fill('<', ' ')],
    ['scripts without a name', fill('', 'javascript:')],
  ])('%s', (_, text) => {
    const start = performance.now()
    renderText(text)
    looksActive(text)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

test.each([
  ['<script>alert(1)</script>', true],
  ['a > b <script src=x', true],
  ['x <b title=">" onclick="run()">', false],
  ['<b\nonclick = run()', true],
  ['onclick="run()" <b>', false],
  ['<b onclick="run()">x</b>', true],
  ['Use <b> for bold', false],
  ['Runs JavaScript: fast', false],
  ['Conditions: on time = good', false],
])('looksActive %s is %s', (text, expected) => {
  expect(looksActive(text)).toBe(expected)
})
