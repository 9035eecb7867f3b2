import { COLLECTIONS, LANDINGS } from '@marketplace/contracts/catalogue/collections'
import { pageAt } from '@marketplace/contracts/pages/addresses'
import { type ListQuery, type QueryParameters, parseListQuery, writeListQuery } from '@marketplace/contracts/pages/list-query'
import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { PAGE_STEP } from '@marketplace/domain/pagination'
import { isService } from '@marketplace/domain/visibility'
import { bareScreen, screenAt } from '@marketplace/domain/workspace-screens'
import { type ApplicationRecord, type CatalogueEntry, publishedBySlug } from '../catalogue/index.ts'
import type { ReviewList } from '../ratings/index.ts'
import type { LiveSearch } from '../search/index.ts'
import { buildApplication } from './build-application.ts'
import { buildSignIn } from './build-client-page.ts'
import { buildComingSoon } from './build-coming-soon.ts'
import { buildDeveloper, buildDevelopers } from './build-developers.ts'
import { buildError } from './build-error.ts'
import { buildCampaign, buildExpert } from './build-expert.ts'
import { buildExperts } from './build-experts.ts'
import { buildHome } from './build-home.ts'
import { buildListing } from './build-listing.ts'
import { buildSearch, searchQuery } from './build-search.ts'
import type { BuiltPage, MovedPage } from './built-page.ts'
import { canonicalQuery, type FilterableList } from './filterable-list.ts'
import { listOf, type PageContext, type ListScope } from './lists.ts'
import { developerEntry, developerList, expertList } from './partner-lists.ts'
import { pathOfApplication } from './present-card.ts'

/**
 * Reads the parts of an application that are not in memory, with a page of its reviews; the first page if that one does not exist.
 * Undefined if the application was deleted.
 */
export type ReadApplication = (
  id: string,
  reviewPage: number,
) => Promise<{ record: ApplicationRecord; reviews: ReviewList; reviewPage: number } | undefined>

/** The number of reviews on a page of reviews. */
export const REVIEWS_STEP = 10
/** Further pages of reviews have no address, so that strangers cannot fill the cache with pages of one application. */
const MOST_REVIEW_PAGES = 20

/** The page of reviews in an address; 1 if the application has too few votes for it. */
const reviewPageOf = (query: QueryParameters, votes: number): number => {
  const asked = parseListQuery({ get: () => query.get('reviews'), getAll: () => [] }).page
  return asked <= Math.min(MOST_REVIEW_PAGES, Math.ceil(votes / REVIEWS_STEP)) ? asked : 1
}

/** The sources of data that is not in memory. `caller` is the client's network address. */
export type PageSources = { readApplication: ReadApplication; search: LiveSearch; caller: string }

/** The page of an address. Addresses with the same `query` show the same content, so it is built and cached once. */
export type ResolvedPage = {
  /** The address's query in canonical form, without parameters that have no effect. */
  query: string
  /** Whether it shows search results. Strangers can request any number of such pages. */
  searches?: true
  /** Whether the address has no page. */
  missing?: true
  /** The screen of the workspace at this address: its document is a shell, and it has no page data. */
  screen?: ShellData['screen']
  build: () => Promise<BuiltPage> | BuiltPage
}

/** The path with one slash at its end. Both spellings are the same page. */
export const canonicalPath = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end--
  return `${path.slice(0, end)}/`
}

const page = (build: ResolvedPage['build']): ResolvedPage => ({ query: '', build })

type PageAddress = {
  /** Decoded and in lower case. */
  path: string
  /** Whether the request used exactly this spelling. */
  isPlain: boolean
  query: QueryParameters
}

/** Finds the page at a path of a variant without building it. Another spelling of a known path is redirected. */
export const resolvePage = (context: PageContext, address: PageAddress, sources: PageSources): ResolvedPage | MovedPage => {
  const found = findPage(context, address, sources)
  const isElsewhere = !address.isPlain && !('missing' in found) && !('movedTo' in found)
  return isElsewhere ? { movedTo: canonicalPath(address.path) } : found
}

const findPage = (
  context: PageContext,
  { path, query }: PageAddress,
  { readApplication, search, caller }: PageSources,
): ResolvedPage | MovedPage => {
  const notFound: ResolvedPage = { query: '', missing: true, build: () => buildError(context, 'not-found') }
  const screen = screenAt(path)
  // The screen exists for every slug, so that nobody can find out whether the organization has an application of that name.
  if (screen) {
    const isEmbedded = query.get('embedded') === 'true'
    return { query: '', screen: isEmbedded ? bareScreen(screen) : screen, build: notFound.build }
  }
  const at = pageAt(canonicalPath(path))
  if (!at) return notFound
  const { slug } = at

  const list = <T, Sort extends string>(of: FilterableList<T, Sort>, build: (asked: ListQuery) => BuiltPage): ResolvedPage => {
    const asked = canonicalQuery(of, query)
    return { query: writeListQuery(asked), build: () => build(asked) }
  }
  const listing = (scope: ListScope): ResolvedPage => {
    const of = listOf(context, scope)
    return list(of, (asked) => buildListing(context, scope, of, asked))
  }
  const experts = (which: 'all' | 'recommended'): ResolvedPage => {
    const of = expertList(context, which)
    return list(of, (asked) => buildExperts(context, which, of, asked))
  }
  const application = (found: CatalogueEntry | undefined): ResolvedPage | MovedPage => {
    if (!found) return notFound
    if (isService(found) !== (at.page === 'service')) return { movedTo: pathOfApplication(found) }
    const asked = reviewPageOf(query, found.rating.votes)
    const build = async () => {
      context.snapshot.noteRecord(found.id)
      const read = await readApplication(found.id, asked)
      if (!read) return buildError(context, 'not-found')
      return buildApplication(context, found, read.record, read.reviews, read.reviewPage)
    }
    return { query: asked > 1 ? `?reviews=${asked}` : '', build }
  }
  const developer = (): ResolvedPage => {
    const { developerBySlug, developerById } = context.snapshot
    // By slug; without a match, by id.
    const record = developerBySlug.get(slug) ?? developerById.get(slug)
    const entry = record && developerEntry(context, record.id)
    if (!entry) return notFound
    const pages = Math.max(1, Math.ceil(entry.applications.length / PAGE_STEP))
    const asked = Math.min(parseListQuery(query).page, pages)
    return { query: writeListQuery({ page: asked }), build: () => buildDeveloper(context, entry, asked) }
  }
  const expert = (): ResolvedPage => {
    const { expertBySlug, expertById } = context.partners
    const record = expertBySlug.get(slug) ?? expertById.get(slug)
    return record ? page(() => buildExpert(context, record)) : notFound
  }
  const campaign = (): ResolvedPage => {
    const record = context.partners.campaignBySlug.get(slug)
    return record ? page(() => buildCampaign(context, record)) : notFound
  }
  /** A collection, a category or an application, in this order (docs/product/catalogue.md, "Collections"). */
  const underApps = (): ResolvedPage | MovedPage => {
    const collection = COLLECTIONS.find((candidate) => candidate.slug === slug)
    if (collection) return listing({ kind: 'collection', collection })
    if (context.snapshot.categoryBySlug.has(slug)) return listing({ kind: 'category', slug })
    return application(publishedBySlug(context.snapshot, slug, context.now))
  }

  switch (at.page) {
    case 'home':
      return page(() => buildHome(context))
    case 'search': {
      const asked = searchQuery(context, query)
      return { query: writeListQuery(asked), searches: true, build: () => buildSearch(context, asked, search, caller) }
    }
    case 'apps':
      return listing({ kind: 'all' })
    case 'comingSoon':
      return page(() => buildComingSoon(context))
    case 'underApps':
      return underApps()
    case 'services':
      return listing({ kind: 'services' })
    case 'service':
      return application(publishedBySlug(context.snapshot, slug, context.now))
    case 'partners':
      return experts('all')
    case 'recommendedPartners':
      return experts('recommended')
    case 'expert':
      return expert()
    case 'campaign':
      return campaign()
    case 'developers': {
      const of = developerList(context)
      return list(of, (asked) => buildDevelopers(context, of, asked))
    }
    case 'developer':
      return developer()
    case 'signIn':
      return page(() => buildSignIn(context))
    case 'landing': {
      const landing = LANDINGS.find((candidate) => candidate.slug === slug)
      return landing ? listing({ kind: 'landing', landing }) : notFound
    }
    default:
      return notFound
  }
}
