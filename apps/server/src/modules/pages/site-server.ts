import { createHash } from 'node:crypto'
import { BUILD_HASH_HEADER, type AppData, type BootData, type PageData, type SiteData } from '@marketplace/contracts/page-data'
import { type Variant, splitVariantPath, variantNamed, type VariantName } from '@marketplace/contracts/variants'
import type { Database } from '../../db/client.ts'
import { type AnswerCache, keepAnswer, type KeptAnswer, type MadeAnswer } from '../../http/answer-cache.ts'
import { ApiError } from '../../http/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PageRenderer } from '../../ports/page-renderer.ts'
import { findApplication, type LiveCatalogue } from '../catalogue/index.ts'
import type { LivePartners } from '../partners/index.ts'
import type { LiveSearch } from '../search/index.ts'
import { readRatings } from '../ratings/index.ts'
import { buildError } from './build-error.ts'
import { buildSite } from './build-site.ts'
import type { BuiltPage, MovedPage } from './built-page.ts'
import { listedUntil, type PageContext } from './lists.ts'
import { pageHeaders } from './policy.ts'
import { writeRobots } from './robots.ts'
import { writeSitemap } from './sitemap.ts'
import { canonicalPath, type ReadApplication, type ResolvedPage, resolvePage } from './resolve-page.ts'

export type SiteOptions = {
  database: Database
  catalogue: LiveCatalogue
  partners: LivePartners
  search: LiveSearch
  answers: AnswerCache
  /** For the results of searches, which have a share of their own. */
  results: AnswerCache
  clock: Clock
  renderer: PageRenderer
  publicUrl: string
  accountsUrl: string
  hostUrl: string
  allowedHostOrigins: readonly string[]
  variantHosts: Readonly<Record<string, VariantName>>
}

/**
 * Where a request leads: the variant, the mount's path (none where the host name chose the variant), the path within it. `isShown` is
 * false where the request is for the headers alone.
 */
export type Place = { variant: Variant; basename: string; path: string; query: URLSearchParams; isShown: boolean }

export type SiteServer = {
  placeOf: (request: { host: string | undefined; url: string; method: string }) => Place
  page: (place: Place) => Promise<KeptAnswer>
  /** The documents under /page-data/; `rest` is what follows it. Throws NOT_FOUND. */
  pageData: (place: Place, rest: string) => Promise<KeptAnswer>
  /** The documents under /slice-data/. Throws NOT_FOUND. */
  sliceData: (place: Place, rest: string) => Promise<KeptAnswer>
  /** The sitemap, or a part of one that is too long for one document. Throws NOT_FOUND for a part that there is not. */
  sitemap: (part: number | undefined) => Promise<KeptAnswer>
  robots: () => KeptAnswer
  /** The page for a failure of ours; it needs neither database nor cache. */
  failure: (place: Place) => Promise<KeptAnswer>
}

/** How many reviews a page shows of an application. */
export const REVIEWS_SHOWN = 20

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
/** May be kept by anyone, and is asked about each time: an ETag makes that cheap. */
const REVALIDATE = { 'cache-control': 'public, no-cache' }

/** Data that many pages share, by name. A query's hash is its address under /page-data/sq/d/. */
const STATIC_QUERIES: Readonly<Record<string, (site: SiteData) => unknown>> = {
  site: (site) => site,
  header: ({ marketplace, productName, categories, collections }) => ({ marketplace, productName, categories, collections }),
  footer: ({ marketplace, categories, collections }) => ({ marketplace, categories, collections }),
}
/** The address of a static query: a hash of its name. */
export const queryHash = (name: string): string => createHash('sha256').update(`static query ${name}`).digest('hex').slice(0, 10)

/** Serves pages and their data for every variant, out of one cache. */
export const createSiteServer = (options: SiteOptions): SiteServer => {
  const { database, catalogue, partners, search, answers, results, clock, renderer, publicUrl } = options
  const readApplication: ReadApplication = async (id) => {
    const [record, ratings] = await Promise.all([findApplication(database, id), readRatings(database, id, REVIEWS_SHOWN)])
    return record && { record, ratings }
  }

  const robots = keepAnswer({
    status: 200,
    contentType: 'text/plain; charset=utf-8',
    body: writeRobots(publicUrl),
    headers: REVALIDATE,
    until: null,
  })

  const contextOf = (variant: Variant): PageContext => ({
    snapshot: catalogue.current(),
    partners: partners.current(),
    variant,
    publicUrl,
    accountsUrl: options.accountsUrl,
    hostUrl: options.hostUrl,
    now: clock.now(),
  })

  /** Build hash, catalogue, partners, variant, path and canonical query: all that a page depends on (decisions, Rendering). */
  const keyOf = (
    kind: string,
    { snapshot, partners, variant }: PageContext,
    { basename, path }: Pick<Place, 'basename' | 'path'>,
    query: string,
  ) =>
    [kind, renderer.buildHash, snapshot.revision, partners.revision, variant.name, basename, canonicalPath(path), query].join(
      '\n',
    )

  /** Out of the cache, or made; it holds for as long as the build and both snapshots that it was made of are the newest. */
  const keep = (key: string, context: PageContext, make: () => Promise<MadeAnswer>): Promise<KeptAnswer> => {
    const { buildHash } = renderer
    const holds = () =>
      renderer.buildHash === buildHash && catalogue.current() === context.snapshot && partners.current() === context.partners
    return answers.get(key, context.now, async () => ({ ...(await make()), holds }))
  }

  const kept = (
    kind: string,
    place: Place,
    make: (context: PageContext, page: ResolvedPage) => Promise<MadeAnswer>,
  ): Promise<KeptAnswer> => {
    const context = contextOf(place.variant)
    const page = resolvePage(context, place, { readApplication, search })
    const key = keyOf(kind, context, place, page.query)
    if (!page.searches) return keep(key, context, () => make(context, page))
    // Not for the front door, where addresses that somebody makes up would stand beside those of pages.
    return results.get(`${key}\n${search.revision()}`, context.now, () => make(context, page))
  }

  /** Builds a page. What is missing there is counted where somebody sees it; for nobody it is not kept, and built anew for who comes. */
  const build = async ({ variant, isShown }: Place, page: ResolvedPage): Promise<BuiltPage | MovedPage> => {
    const built = await page.build()
    if ('path' in built || built.missed === undefined) return built
    if (!isShown) return { ...built, keep: false }
    search.noteMiss(built.missed, variant)
    return built
  }

  const htmlOf = async (context: PageContext, place: Place, built: BuiltPage): Promise<MadeAnswer> => {
    const boot: BootData = {
      variant: place.variant.name,
      basename: place.basename,
      buildHash: renderer.buildHash,
      site: buildSite(context),
      page: { path: canonicalPath(place.path), result: built.result },
      status: built.status,
    }
    return {
      status: built.status,
      contentType: HTML,
      body: await renderer.render(boot),
      headers: {
        ...REVALIDATE,
        ...pageHeaders(renderer, place.variant, {
          ...options,
          framesApplication: built.result.kind === 'open-application',
        }),
      },
      until: built.until,
      keep: built.status === 200 && built.keep !== false,
    }
  }

  const movedTo = ({ basename, query }: Place, path: string): MadeAnswer => ({
    status: 301,
    contentType: HTML,
    body: '',
    headers: { location: `${basename}${path}${query.size ? `?${query}` : ''}`, 'cache-control': 'public, max-age=3600' },
    until: null,
  })

  const json = (status: number, body: unknown, until: Date | null, keep = true): MadeAnswer => ({
    status,
    contentType: JSON_TYPE,
    body: JSON.stringify(body),
    headers: { ...REVALIDATE, [BUILD_HASH_HEADER]: renderer.buildHash },
    until,
    keep: keep && status === 200,
  })

  const staticQuery = (place: Place, name: string | undefined): Promise<KeptAnswer> => {
    const query = name === undefined ? undefined : STATIC_QUERIES[name]
    if (!query) throw new ApiError('NOT_FOUND')
    const context = contextOf(place.variant)
    return keep(keyOf(`query ${name}`, context, { ...place, path: '/' }, ''), context, async () =>
      json(200, { data: query(buildSite(context)) }, listedUntil(context)),
    )
  }

  return {
    placeOf: ({ host, url, method }) => {
      const isShown = method === 'GET'
      const { pathname, searchParams } = new URL(url.replace(/^[/\\]+/, '/'), 'http://any')
      const named =
        host === undefined
          ? undefined
          : (options.variantHosts[host.toLowerCase()] ?? options.variantHosts[host.toLowerCase().replace(/:\d+$/, '')])
      if (named) return { variant: variantNamed(named), basename: '', path: pathname, query: searchParams, isShown }
      const { variant, path } = splitVariantPath(pathname)
      return { variant, basename: variant.prefix, path, query: searchParams, isShown }
    },
    page: (place) =>
      kept('page', place, async (context, page) => {
        const built = await build(place, page)
        return 'path' in built ? movedTo(place, built.path) : htmlOf(context, place, built)
      }),
    pageData: async (place, rest) => {
      if (rest === 'app-data.json') return keepAnswer(json(200, { buildHash: renderer.buildHash } satisfies AppData, null))
      const query = /^sq\/d\/([0-9a-f]+)\.json$/.exec(rest)?.[1]
      if (query)
        return staticQuery(
          place,
          Object.keys(STATIC_QUERIES).find((name) => queryHash(name) === query),
        )
      const name = /^(.+)\/page-data\.json$/.exec(rest)?.[1]
      if (name === undefined) throw new ApiError('NOT_FOUND')
      const target: Place = { ...place, path: name === 'index' ? '/' : `/${name}/` }
      return kept('data', target, async (_, page) => {
        const built = await build(target, page)
        if ('path' in built) return movedTo(target, `/page-data${built.path}page-data.json`)
        return json(built.status, { path: target.path, result: built.result } satisfies PageData, built.until, built.keep)
      })
    },
    sliceData: async (place, rest) => staticQuery(place, /^(\w+)\.json$/.exec(rest)?.[1]),
    sitemap: async (part) => {
      const context = contextOf(variantNamed('base'))
      const key = keyOf(`sitemap ${part ?? ''}`, context, { basename: '', path: '/' }, '')
      return keep(key, context, async () => {
        const made = writeSitemap(context, part)
        if (!made) throw new ApiError('NOT_FOUND')
        return made
      })
    },
    robots: () => robots,
    failure: async (place) => {
      const context = contextOf(place.variant)
      return keepAnswer(await htmlOf(context, place, buildError(context, 'server-error')))
    },
  }
}
