import { BRAND } from '@marketplace/contracts/core/brand'
import type { PageMeta } from '@marketplace/contracts/pages/parts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { escapeJson } from '../../lib/escape-json.ts'

/** A picture at least as wide as this is shown large where a page is shared, in CSS px. */
const LARGE_PX = 600

/**
 * What the page says to those who read its first HTML and never navigate in it: social networks and the structured data of search
 * engines. A browser has no use for it, so React does not know of it.
 */
export const shareHead = ({ title, description, canonical, image, structuredData }: PageMeta): string => {
  const properties: [name: string, value: string | number][] = [
    ['og:type', 'website'],
    ['og:site_name', BRAND.marketplace],
    ['og:title', title],
    ['og:description', description],
    ['og:url', canonical],
    ['og:image', image.url],
    ['og:image:width', image.width],
    ['og:image:height', image.height],
    ['og:image:alt', image.alt],
  ]
  return [
    ...properties.map(([name, value]) => (value ? `<meta property="${name}" content="${escapeHtml(String(value))}">` : '')),
    `<meta name="twitter:card" content="${image.width >= LARGE_PX ? 'summary_large_image' : 'summary'}">`,
    ...structuredData.map((document) => `<script type="application/ld+json">${escapeJson(document)}</script>`),
  ].join('')
}
