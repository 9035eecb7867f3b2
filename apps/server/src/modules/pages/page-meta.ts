import { BRAND } from '@marketplace/contracts/brand'
import type { PageLink, PageMeta } from '@marketplace/contracts/page-data'
import { type Variant, variantNamed } from '@marketplace/contracts/variants'
import { breadcrumbList } from '@marketplace/domain/structured-data'
import { DESCRIPTION_LIMIT } from '@marketplace/domain/titles'
import { cutAtWord, plainText } from '@marketplace/domain/text'
import { socialPicturePath } from '../pictures/index.ts'
import type { PageContext } from './lists.ts'

/** The whole address of a path within a variant, as canonical links and structured data need it. */
export const absoluteUrl = (publicUrl: string, { prefix }: Pick<Variant, 'prefix'>, path: string): string =>
  `${publicUrl}${prefix}${path}`

/** The variant whose address search engines are given: what other variants show is the same page again. */
const canonicalVariant = (variant: Variant): Variant => (variant.name === 'helpdesk-public' ? variant : variantNamed('base'))

/** The canonical address of a path in this variant. */
export const canonicalUrl = ({ publicUrl, variant }: Pick<PageContext, 'publicUrl' | 'variant'>, path: string): string =>
  absoluteUrl(publicUrl, canonicalVariant(variant), path)

/** What social networks ask a picture to be, in px. */
const SOCIAL_SIZE = { width: 1200, height: 630 }

/** The picture for where a page is shared: one of the catalogue's, or the marketplace's own. */
const socialImage = (publicUrl: string, picture: { id: string; alt: string } | null | undefined): PageMeta['image'] => ({
  url: `${publicUrl}${picture ? socialPicturePath(picture.id) : '/social.png'}`,
  ...SOCIAL_SIZE,
  alt: picture?.alt ?? BRAND.marketplace,
})

/** The head of a page; breadcrumbs become structured data too. */
export const metaOf = (
  context: Pick<PageContext, 'publicUrl' | 'variant'>,
  head: {
    title: string
    description: string
    path: string
    breadcrumbs?: readonly PageLink[]
    noindex?: boolean
    structuredData?: object[]
    picture?: { id: string; alt: string } | null
  },
): PageMeta => ({
  title: head.title,
  description: cutAtWord(plainText(head.description), DESCRIPTION_LIMIT),
  canonical: canonicalUrl(context, head.path),
  noindex: head.noindex ?? context.variant.framed,
  image: socialImage(context.publicUrl, head.picture),
  structuredData: [
    ...(head.structuredData ?? []),
    ...(head.breadcrumbs
      ? [breadcrumbList(head.breadcrumbs.map(({ name, href }) => ({ name, url: canonicalUrl(context, href) })))]
      : []),
  ],
})
