import { expect, test } from 'vitest'
import { dataElement, html } from './html.ts'

const HOSTILE = `<img src=x onerror="alert('1')">&`

test('values in markup are escaped', () => {
  const { markup } = html`<a title="${HOSTILE}">${HOSTILE}</a>`
  expect(markup).not.toContain('<img')
  expect(markup.match(/[<>"]/g)?.join('')).toBe('<""><>')
})

test('markup stays markup, alone and in lists; nothing is nothing', () => {
  const inner = html`<b>${'&'}</b>`
  expect(html`${inner}${[inner, inner]}${null}${false}${undefined}${0}`.markup).toBe(`${'<b>&amp;</b>'.repeat(3)}0`)
})

test('data cannot end its element', () => {
  const { markup } = dataElement('host', { slug: '</script><script>alert(1)</script>', mark: '<!--' })
  expect(markup.match(/<\/?script|<!--/g)).toEqual(['<script', '</script'])
  const json = /^<script type="application\/json" id="host">(.*)<\/script>$/.exec(markup)?.[1] ?? ''
  expect(JSON.parse(json)).toEqual({ slug: '</script><script>alert(1)</script>', mark: '<!--' })
})
