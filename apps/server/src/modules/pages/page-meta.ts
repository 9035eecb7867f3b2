import { BRAND } from '@marketplace/contracts/core/brand'
import type { PageLink, PageMeta } from '@marketplace/contracts/pages/parts'
import { type Variant, variantNamed } from '@marketplace/contracts/core/variants'
import { breadcrumbList } from '@marketplace/domain/structured-data'
import { DESCRIPTION_LIMIT } from '@marketplace/domain/titles'
import { cutAtWord, plainText } from '@marketplace/domain/text'
import { socialPicturePath } from '../pictures/index.ts'
import type { PageContext } from './lists.ts'

/** The absolute address of a path within a variant, for canonical links and structured data. */
export const absoluteUrl = (publicUrl: string, { prefix }: Pick<Variant, 'prefix'>, path: string): string =>
  `${publicUrl}${prefix}${path}`

/**
 * The variant whose lists search engines should index: the help desk has lists of its own; all other variants repeat those of the
 * base variant.
 */
const canonicalVariant = ({ product }: Variant): Variant => variantNamed(product === 'helpdesk' ? 'helpdesk-public' : 'base')

/** The canonical address of a list in this variant. */
export const canonicalUrl = ({ publicUrl, variant }: Pick<PageContext, 'publicUrl' | 'variant'>, path: string): string =>
  absoluteUrl(publicUrl, canonicalVariant(variant), path)

/** The canonical address of a page about one application, service or partner, which is the same in all variants. */
export const ownUrl = ({ publicUrl }: Pick<PageContext, 'publicUrl'>, path: string): string =>
  absoluteUrl(publicUrl, variantNamed('base'), path)

/** The picture size that social networks expect, in px. */
const SOCIAL_SIZE = { width: 1200, height: 630 }

/** The picture for social networks: the given one, or the marketplace's own. */
const socialImage = (publicUrl: string, picture: { id: string; alt: string } | null | undefined): PageMeta['image'] => ({
  url: `${publicUrl}${picture ? socialPicturePath(picture.id) : '/social.png'}`,
  ...SOCIAL_SIZE,
  alt: picture?.alt ?? BRAND.marketplace,
})

/** The metadata of a page. Breadcrumbs are added to the structured data. */
export const metaOf = (
  context: Pick<PageContext, 'publicUrl' | 'variant'>,
  head: {
    title: string
    description: string
    /** Null for a page that must not be indexed. */
    path: string | null
    /** Whether the page is about one application, service or partner, and not a list. */
    own?: boolean
    breadcrumbs?: readonly PageLink[]
    noindex?: boolean
    structuredData?: object[]
    picture?: { id: string; alt: string } | null
  },
): PageMeta => ({
  title: head.title,
  description: cutAtWord(plainText(head.description), DESCRIPTION_LIMIT),
  canonical: head.path === null ? '' : (head.own ? ownUrl : canonicalUrl)(context, head.path),
  noindex: head.noindex ?? context.variant.framed,
  image: socialImage(context.publicUrl, head.picture),
  structuredData: [
    ...(head.structuredData ?? []),
    ...(head.breadcrumbs
      ? [breadcrumbList(head.breadcrumbs.map(({ name, href }) => ({ name, url: canonicalUrl(context, href) })))]
      : []),
  ],
})
