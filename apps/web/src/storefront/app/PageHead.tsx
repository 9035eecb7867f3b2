import type { PageMeta } from '@marketplace/contracts/pages/parts'

/** What the page says about itself to browsers and search engines. React lifts it into the head. */
export const PageHead = ({ meta }: { meta: PageMeta }) => (
  <>
    <title>{meta.title}</title>
    {meta.description && <meta name="description" content={meta.description} />}
    {meta.canonical && <link rel="canonical" href={meta.canonical} />}
    {meta.noindex && <meta name="robots" content="noindex" />}
  </>
)
