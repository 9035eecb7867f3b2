import { BRAND } from '@marketplace/contracts/brand'
import type { Product } from '@marketplace/contracts/enumerations'
import { cutAtWord, plainText } from './text.ts'

/** What search engines show of a description. */
export const DESCRIPTION_LIMIT = 160

const siteName = (product: Product): string => `${BRAND.products[product]} ${BRAND.marketplace}`

/**
 * The title of an application's page: '{app} | {category} Integrations' (section 2), '{app} | Integrations' without a category.
 * Where several applications have the name, the developer's joins it, because every page has a title of its own (decisions).
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

/** The title of a list: its heading, the page from the second on, and the marketplace of the variant's product. */
export const listingTitle = (listing: { heading: string; page: number; product: Product }): string => {
  const { heading, page, product } = listing
  return `${heading}${page > 1 ? `, page ${page}` : ''} | ${siteName(product)}`
}

/** The title of the start page of a variant. */
export const homeTitle = (product: Product): string => `${siteName(product)} | Apps and integrations`

/**
 * The meta description of an application's page: the one that a table of marketing descriptions has under its id or slug
 * (section 2), else its short description, else a sentence of ours. Plain text on one line, at most 160 characters.
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
  // A candidate that is all marks says nothing, so it is passed over like a missing one.
  const text = candidates.map((candidate) => plainText(candidate ?? '')).find((candidate) => candidate !== '')
  return cutAtWord(text ?? '', DESCRIPTION_LIMIT)
}
