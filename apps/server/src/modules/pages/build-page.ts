import { COLLECTIONS } from '@marketplace/contracts/collections'
import { isService } from '@marketplace/domain/visibility'
import { type ApplicationRecord, publishedBySlug } from '../catalogue/index.ts'
import { buildApplication } from './build-application.ts'
import { buildError } from './build-error.ts'
import { buildHome } from './build-home.ts'
import { buildListing, type ListingQuery } from './build-listing.ts'
import type { BuiltPage, MovedPage } from './built-page.ts'
import type { PageContext } from './lists.ts'
import { pathOfApplication } from './present-card.ts'

export type PageRequest = { path: string; query: URLSearchParams }
export type FindRecord = (id: string) => Promise<ApplicationRecord | undefined>

const PATH = /^\/(?:(apps|services)\/(?:([^/]+)\/)?)?$/

/** The path with exactly one slash at its end: with and without it is the same page. */
export const canonicalPath = (path: string): string => `${path.replace(/\/+$/, '')}/`

/** The parameters of a page's query that change the page, in a fixed order; everything else, utm_ included, does not. */
export const canonicalQuery = (query: URLSearchParams): string => {
  const known = new URLSearchParams()
  for (const name of ['sortBy', 'page'] as const) {
    const value = query.get(name)
    if (value) known.set(name, value.slice(0, 40))
  }
  return known.toString()
}

/** Builds the page at a path of a variant: which page it is, and out of what. */
export const buildPage = async (
  context: PageContext,
  { path, query }: PageRequest,
  findRecord: FindRecord,
): Promise<BuiltPage | MovedPage> => {
  const [whole, section, slug] = PATH.exec(canonicalPath(path)) ?? []
  if (whole === undefined) return buildError(context, 'not-found')
  if (section === undefined) return buildHome(context)
  const listing: ListingQuery = { sortBy: query.get('sortBy'), page: query.get('page') }
  if (section === 'apps') {
    if (slug === undefined) return buildListing(context, { kind: 'all' }, listing)
    // A collection, a category or an application, in this order (decisions, Catalogue).
    const collection = COLLECTIONS.find((candidate) => candidate.slug === slug)
    if (collection) return buildListing(context, { kind: 'collection', collection }, listing)
    const category = context.snapshot.categoryBySlug.get(slug)
    if (category) return buildListing(context, { kind: 'category', id: category.id, slug }, listing)
  }
  return buildApplicationAt(context, section, slug, findRecord)
}

const buildApplicationAt = async (
  context: PageContext,
  section: string,
  slug: string | undefined,
  findRecord: FindRecord,
): Promise<BuiltPage | MovedPage> => {
  const entry = slug === undefined ? undefined : publishedBySlug(context.snapshot, slug, context.now)
  if (!entry) return buildError(context, 'not-found')
  if (isService(entry) !== (section === 'services')) return { status: 301, path: pathOfApplication(entry) }
  const record = await findRecord(entry.id)
  return record ? buildApplication(context, entry, record) : buildError(context, 'not-found')
}
