import type { PageMeta } from '@marketplace/contracts/page-data'
import { escapeJson } from '../lib/escape-json.ts'

/** What the page says about itself to browsers and search engines. React lifts it into the head. */
export const PageHead = ({ meta }: { meta: PageMeta }) => (
  <>
    <title>{meta.title}</title>
    {meta.description && <meta name="description" content={meta.description} />}
    {meta.canonical && <link rel="canonical" href={meta.canonical} />}
    {meta.noindex && <meta name="robots" content="noindex" />}
    <meta property="og:title" content={meta.title} />
    {meta.description && <meta property="og:description" content={meta.description} />}
    {meta.canonical && <meta property="og:url" content={meta.canonical} />}
    {meta.structuredData.map(escapeJson).map((json) => (
      <script key={json} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
    ))}
  </>
)
