import { SLUG_LIMIT, SLUG_PATTERN } from '@marketplace/contracts/core/slug'
import { RESERVED_APPLICATION_SLUGS } from '@marketplace/contracts/catalogue/collections'
import { PLAIN_LETTERS } from './letters.ts'

export type SlugConflict = { code: 'not-a-slug' | 'reserved-slug' | 'category-slug'; message: string }

const FOLDS: Readonly<Record<string, string>> = { ...PLAIN_LETTERS, '&': ' and ' }
const FOLDED = new RegExp(`[${Object.keys(FOLDS).join('')}]`, 'g')

const reserved: ReadonlySet<string> = new Set(RESERVED_APPLICATION_SLUGS)

/** Whether a text can be a slug: lower-case ASCII letters and digits, words joined by single hyphens, at most 100 characters. */
export const isSlug = (text: string): boolean => text.length <= SLUG_LIMIT && SLUG_PATTERN.test(text)

/**
 * Makes a slug from a name: letters with accents become ASCII, apostrophes and trade marks are dropped, everything else becomes a hyphen;
 * at most 100 characters. '' if nothing is left, for example of a name in another script. Then the caller has to choose a slug.
 */
export const slugify = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’‘`™®©℠]/g, '')
    .replace(FOLDED, (letter) => FOLDS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_LIMIT)
    .replace(/-$/, '')

/**
 * Why an application cannot have this slug; null if it can. /apps/{x}/ is a collection, a category or an application, in this order, so the
 * slug of a category or of a page of the marketplace would make the application's page unreachable (docs/product/catalogue.md, Collections).
 */
export const slugConflict = (slug: string, { categorySlugs }: { categorySlugs: ReadonlySet<string> }): SlugConflict | null => {
  if (!isSlug(slug))
    return {
      code: 'not-a-slug',
      message: `"${cut(slug)}" is not a slug: lower-case letters and digits, joined by single hyphens`,
    }
  if (reserved.has(slug))
    return { code: 'reserved-slug', message: `the slug "${slug}" is reserved for a page of the marketplace` }
  if (categorySlugs.has(slug)) return { code: 'category-slug', message: `the slug "${slug}" is that of a category` }
  return null
}

// The message must fit into one line of a report; an invalid slug can have any length.
const cut = (text: string): string => text.slice(0, SLUG_LIMIT)
