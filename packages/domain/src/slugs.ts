import { SLUG_LIMIT, SLUG_PATTERN } from '@marketplace/contracts/slug'
import { RESERVED_APPLICATION_SLUGS } from '@marketplace/contracts/collections'
import { PLAIN_LETTERS } from './letters.ts'

export type SlugConflict = { code: 'not-a-slug' | 'reserved-slug' | 'category-slug'; message: string }

const FOLDS: Readonly<Record<string, string>> = { ...PLAIN_LETTERS, '&': ' and ' }
const FOLDED = new RegExp(`[${Object.keys(FOLDS).join('')}]`, 'g')

const reserved: ReadonlySet<string> = new Set(RESERVED_APPLICATION_SLUGS)

/** Whether a text can be a slug: lower-case ASCII letters and digits, words joined by single hyphens, at most 100 characters. */
export const isSlug = (text: string): boolean => text.length <= SLUG_LIMIT && SLUG_PATTERN.test(text)

/**
 * A slug out of a name: accents folded into ASCII, apostrophes and trade marks dropped, anything else a hyphen, at most 100 characters. '' where
 * nothing is left, as of a name in another script; the caller has to find one then.
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
 * Why an application cannot have this slug, or null where it can. /apps/{x}/ is a collection, a category or an application, in
 * this order, so a slug that a page of ours or a category has would hide the application (decisions, Catalogue).
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

// The message goes into a report of one line each; a slug that is none can be of any length.
const cut = (text: string): string => text.slice(0, SLUG_LIMIT)
