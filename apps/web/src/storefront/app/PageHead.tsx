import type { PageMeta } from '@marketplace/contracts/pages/parts'

/** Title and meta tags of a page. React moves them into the head. */
export const PageHead = ({ meta }: { meta: PageMeta }) => (
  <>
    <title>{meta.title}</title>
    {meta.description && <meta name="description" content={meta.description} />}
    {meta.canonical && <link rel="canonical" href={meta.canonical} />}
    {meta.noindex && <meta name="robots" content="noindex" />}
  </>
)
