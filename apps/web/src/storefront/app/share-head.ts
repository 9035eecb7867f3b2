import { BRAND } from '@marketplace/contracts/core/brand'
import type { PageMeta } from '@marketplace/contracts/pages/parts'
import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import { escapeJson } from '../../lib/escape-json.ts'

/** Social networks show pictures of at least this width (CSS px) large. */
const LARGE_PX = 600

/**
 * Meta tags for social networks and structured data for search engines, which read only the first HTML. Browsers do not need them, so React
 * does not render them.
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
