import type { PageMeta } from '@marketplace/contracts/pages/parts'
import { expect, test } from 'vitest'
import { shareHead } from './share-head.ts'

const meta: PageMeta = {
  title: 'Ships & "Sails" <b>',
  description: '',
  canonical: 'https://shop.example/apps/ships/',
  noindex: false,
  image: { url: 'https://shop.example/social.png', width: 1200, height: 630, alt: 'Marketplace' },
  structuredData: [{ '@type': 'Thing', name: '</script><script>alert(1)</script>' }],
}

test('says it as text: nothing of a stranger ends an attribute or a script', () => {
  const head = shareHead(meta)
  expect(head).toContain('<meta property="og:title" content="Ships &amp; &quot;Sails&quot; &lt;b&gt;">')
  expect(head.match(/<script/g)).toHaveLength(1)
  expect(head).toContain('"name":"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>"')
})

test('leaves out what there is not, and shows a small picture small', () => {
  const head = shareHead({ ...meta, image: { ...meta.image, width: 256, height: 256 }, structuredData: [] })
  expect(head).not.toContain('og:description')
  expect(head).toContain('content="summary"')
})
