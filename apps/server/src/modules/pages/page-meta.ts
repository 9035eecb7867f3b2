import type { PageLink, PageMeta } from '@marketplace/contracts/page-data'
import { breadcrumbList } from '@marketplace/domain/structured-data'
import { type Variant, variantNamed } from '@marketplace/contracts/variants'
import type { PageContext } from './lists.ts'

/** The whole address of a path within a variant, as canonical links and structured data need it. */
export const absoluteUrl = (publicUrl: string, { prefix }: Pick<Variant, 'prefix'>, path: string): string =>
  `${publicUrl}${prefix}${path}`

/** The variant whose address search engines are given: what other variants show is the same page again. */
const canonicalVariant = (variant: Variant): Variant => (variant.name === 'helpdesk-public' ? variant : variantNamed('base'))

/** The canonical address of a path in this variant. */
export const canonicalUrl = ({ publicUrl, variant }: PageContext, path: string): string =>
  absoluteUrl(publicUrl, canonicalVariant(variant), path)

/** The head of a page; breadcrumbs become structured data too. */
export const metaOf = (
  context: PageContext,
  head: {
    title: string
    description: string
    path: string
    breadcrumbs?: readonly PageLink[]
    noindex?: boolean
    structuredData?: object[]
  },
): PageMeta => ({
  title: head.title,
  description: head.description,
  canonical: canonicalUrl(context, head.path),
  noindex: head.noindex ?? context.variant.framed,
  structuredData: [
    ...(head.structuredData ?? []),
    ...(head.breadcrumbs
      ? [breadcrumbList(head.breadcrumbs.map(({ name, href }) => ({ name, url: canonicalUrl(context, href) })))]
      : []),
  ],
})
