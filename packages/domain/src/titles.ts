import { BRAND } from '@marketplace/contracts/core/brand'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { cutAtWord, plainText } from './text.ts'

/** The number of characters of a description that search engines show. */
export const DESCRIPTION_LIMIT = 160

const siteName = (product: Product): string => `${BRAND.products[product]} ${BRAND.marketplace}`

/**
 * The title of an application's page: '{app} | {category} Integrations', or '{app} | Integrations' without a category. If several
 * applications have the same name, the developer's name is added, because every page must have a unique title: docs/product/pages.md,
 * Addresses.
 */
export const applicationTitle = (application: {
  name: string
  categoryName: string | null
  developerName: string | null
  nameIsShared: boolean
}): string => {
  const { name, categoryName, developerName, nameIsShared } = application
  const who = nameIsShared && developerName ? `${name} by ${developerName}` : name
  return `${who} | ${categoryName ? `${categoryName} ` : ''}Integrations`
}

/** The title of a list: its heading, the page number from page 2 on, and the name of the product's marketplace. */
export const listingTitle = (listing: { heading: string; page: number; product: Product }): string => {
  const { heading, page, product } = listing
  return `${heading}${page > 1 ? `, page ${page}` : ''} | ${siteName(product)}`
}

/** The title of the start page of a variant. */
export const homeTitle = (product: Product): string => `${siteName(product)} | Apps and integrations`

/**
 * The meta description of an application's page: the one in `table`, which has marketing descriptions by id or slug, else the short
 * description, else a standard sentence. Plain text on one line, at most DESCRIPTION_LIMIT characters.
 */
export const metaDescription = (
  application: { id: string; slug: string; name: string; shortDescription: string | null; developerName: string | null },
  table: Readonly<Record<string, string>>,
): string => {
  const { id, slug, name, shortDescription, developerName } = application
  const listed = [id, slug].find((key) => Object.hasOwn(table, key))
  const candidates = [
    listed === undefined ? null : table[listed],
    shortDescription,
    `${name}${developerName ? ` by ${developerName}` : ''}: what it does, what it costs and how to set it up, in the ${BRAND.marketplace}.`,
  ]
  // A candidate that consists of markup only has no text, so it is skipped.
  const text = candidates.map((candidate) => plainText(candidate ?? '')).find((candidate) => candidate !== '')
  return cutAtWord(text ?? '', DESCRIPTION_LIMIT)
}
