import { BUILD_HASH_HEADER, type AppData, type PageData } from '@marketplace/contracts/pages/page-data'
import { type BootData, type ShellData, type SiteData } from '@marketplace/contracts/pages/site-data'
import { pageAt } from '@marketplace/contracts/pages/addresses'
import { paths } from '@marketplace/contracts/pages/paths'
import { widgetOrigins } from '@marketplace/domain/application-addresses'
import { type Variant, variantNamed, type VariantName } from '@marketplace/contracts/core/variants'
import type { Database } from '../../db/client.ts'
import type { Reads } from '../../db/revisions.ts'
import {
  type AnswerCache,
  keepAnswer,
  type KeptAnswer,
  type MadeAnswer,
  type MakeAnswer,
  type UnchangedAnswer,
} from '../../http/answer-cache.ts'
import { digestOf } from '../../http/digest.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { PageRenderer } from '../../ports/page-renderer.ts'
import { findApplication, type LiveCatalogue, publishedById, publishedBySlug, SITEMAP } from '../catalogue/index.ts'
import type { LivePartners } from '../partners/index.ts'
import type { LiveSearch } from '../search/index.ts'
import { buildError, type Failure } from './build-error.ts'
import { buildSite } from './build-site.ts'
import type { BuiltPage } from './built-page.ts'
import { createContexts, type PageContext } from './page-context.ts'
import { movedTo, type PageTarget, targetReader } from './page-target.ts'
import { pageHeaders, type PaymentSources } from './policy.ts'
import { applicationReader } from './read-application.ts'
import { writeRobots } from './robots.ts'
import { writeSitemap } from './sitemap.ts'
import { canonicalPath, type ResolvedPage, resolvePage } from './resolve-page.ts'
import { nameOfQuery, staticQueryNamed } from './static-queries.ts'

export type SiteOptions = {
  database: Database
  catalogue: LiveCatalogue
  partners: LivePartners
  search: LiveSearch
  answers: AnswerCache
  /** The cache of search results, with a memory limit of its own. */
  results: AnswerCache
  clock: Clock
  renderer: PageRenderer
  publicUrl: string
  accountsUrl: string
  hostUrl: string
  /** Where browsers send error reports; null for nowhere. */
  errorReports: string | null
  /** The payment provider's origins. */
  payments: PaymentSources
  allowedHostOrigins: readonly string[]
  variantHosts: Readonly<Record<string, VariantName>>
}

export type SiteServer = {
  targetOf: ReturnType<typeof targetReader>
  page: (target: PageTarget) => Promise<KeptAnswer>
  /** The documents under /page-data/; `rest` is the path below that. Throws NOT_FOUND. */
  pageData: (target: PageTarget, rest: string) => Promise<KeptAnswer>
  /** The documents under /slice-data/. Throws NOT_FOUND. */
  sliceData: (target: PageTarget, rest: string) => Promise<KeptAnswer>
  /** The sitemap, or a part of it if it is too long for one document. Throws NOT_FOUND for an unknown part. */
  sitemap: (part: number | undefined) => Promise<KeptAnswer>
  robots: () => KeptAnswer
  /** The page for an error of the server; it needs neither database nor cache. */
  failure: (target: PageTarget, why: 'server-error' | 'unavailable') => Promise<KeptAnswer>
  /** The error page for a refused search. It is made only once, because there may be many refusals. */
  refused: (target: PageTarget, why: SearchFailure, status: number) => Promise<KeptAnswer>
  /** The page data for a refused search, for a browser that already shows the site. */
  refusedData: (target: PageTarget, why: SearchFailure) => PageData
}

type SearchFailure = 'search-busy' | 'search-away'

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
/** Anyone may cache it, but must revalidate each time, which an ETag makes cheap. */
const REVALIDATE = { 'cache-control': 'public, no-cache' }

/** The path of a page's data. */
const pageDataPath = (path: string): string => `/page-data${path === '/' ? '/index/' : path}page-data.json`

/** The name under which changes of the search index are counted. */
const INDEX = 'search index'

const siteNumbers = new WeakMap<SiteData, number>()
let sites = 0
/** A number for each site object. The object is the same until something in it changes. */
const siteNumberOf = (site: SiteData): number => {
  const known = siteNumbers.get(site) ?? ++sites
  siteNumbers.set(site, known)
  return known
}

/** Serves pages and their data for all variants, from one cache. */
export const createSiteServer = (options: SiteOptions): SiteServer => {
  const { database, catalogue, search, answers, results, clock, renderer, publicUrl } = options
  const readApplication = applicationReader(database)
  const targetOf = targetReader(options.variantHosts)
  const robots = keepAnswer({
    status: 200,
    contentType: 'text/plain; charset=utf-8',
    body: writeRobots(publicUrl),
    headers: REVALIDATE,
    until: null,
  })

  const { revisions } = catalogue
  const contextOf = createContexts(options)
  revisions.follow(INDEX, search.revision)

  /** The cache key of a page. The data that the page is made from is recorded when it is read. */
  const keyOf = (kind: string, variant: Variant, { basename, path }: Pick<PageTarget, 'basename' | 'path'>, query: string) =>
    [kind, renderer.buildHash, variant.name, basename, canonicalPath(path), query].join('\n')

  /** Returns the cached answer, or makes one. It stays valid while the build and all data that it read are unchanged. */
  const cached = (key: string, reads: Reads, make: MakeAnswer): Promise<KeptAnswer> => {
    const { buildHash } = renderer
    const makeRepeatable: MakeAnswer = async (before) => {
      const made = await make(before)
      return 'unchanged' in made ? made : { ...made, repeatable: true }
    }
    const isCurrent = () => renderer.buildHash === buildHash && reads.isCurrent()
    return answers.get(key, clock.now(), makeRepeatable, isCurrent)
  }

  const cachedPage = (
    kind: 'page' | 'data',
    target: PageTarget,
    addressOf: (path: string) => string,
    make: (context: PageContext, page: ResolvedPage, before: KeptAnswer | undefined) => ReturnType<MakeAnswer>,
  ): Promise<KeptAnswer> => {
    const reads = revisions.reads()
    const context = contextOf(target.variant, reads)
    const page = resolvePage(context, target, { readApplication, search, caller: target.caller })
    // The redirect contains the query of this request, so it is not cached for others.
    if ('movedTo' in page) return Promise.resolve(keepAnswer(movedTo(target, addressOf(page.movedTo))))
    if (page.screen && kind === 'page') return shell(target, page.screen)
    const key = keyOf(kind, target.variant, target, page.query)
    const makePage: MakeAnswer = (before) => make(context, page, before)
    if (!page.searches) return cached(key, reads, makePage)
    reads.note(INDEX)
    // The front door may not repeat it, and it is not cached: made-up searches must not fill the cache of answers.
    const makeOnce: MakeAnswer = async (before) => {
      const made = await makePage(before)
      return 'unchanged' in made ? made : { ...made, effort: 'once' }
    }
    return results.get(key, context.now, makeOnce, reads.isCurrent)
  }

  /**
   * Builds a page. If a search without results is shown to a person, it is counted. The page of a HEAD request is not cached, so that the
   * next GET is counted.
   */
  const build = async ({ variant, isShown }: PageTarget, page: ResolvedPage): Promise<BuiltPage> => {
    const built = await page.build()
    if (built.missed === undefined) return built
    if (!isShown) return { ...built, keep: false }
    search.noteMiss(built.missed, variant)
    return built
  }

  /** The same list is used in the document and in its policy, so that they agree. */
  const hostsOf = ({ framed }: Variant) => (framed ? { hostOrigins: options.allowedHostOrigins } : {})

  const htmlOf = async (
    context: PageContext,
    target: PageTarget,
    built: BuiltPage,
    before?: KeptAnswer,
  ): Promise<MadeAnswer | UnchangedAnswer> => {
    const site = buildSite(context)
    const fingerprint = `${siteNumberOf(site)} ${built.status} ${digestOf(Buffer.from(JSON.stringify(built.result)))}`
    if (before?.fingerprint === fingerprint) return { unchanged: true, until: built.until }
    const boot: BootData = {
      variant: target.variant.name,
      basename: target.basename,
      buildHash: renderer.buildHash,
      ...hostsOf(target.variant),
      site,
      page: { path: canonicalPath(target.path), result: built.result },
      status: built.status,
    }
    return {
      status: built.status,
      contentType: HTML,
      body: await renderer.render(boot),
      headers: {
        ...REVALIDATE,
        ...pageHeaders(renderer, target.variant, {
          ...options,
          payments: null,
        }),
      },
      until: built.until,
      keep: built.status === 200 && built.keep !== false,
      fingerprint,
    }
  }

  /** The shell of a screen: one for each variant and heading, whatever else the address contains. */
  const shell = (target: PageTarget, screen: ShellData['screen']): Promise<KeptAnswer> => {
    const { variant, basename } = target
    const reads = revisions.reads()
    const context = contextOf(variant, reads)
    const { takesCard = false, anyPicture = false, bare = false, frames } = screen
    // The address of an application that is not public is not in the policy; the API returns it to the organization.
    const name = pageAt(canonicalPath(target.path))?.slug ?? ''
    const { snapshot, now } = context
    const framed = frames && (publishedBySlug(snapshot, name, now) ?? publishedById(snapshot, name, now))
    if (framed) snapshot.noteRecord(framed.id)
    const sources = async (): Promise<readonly string[] | 'any' | null> => {
      if (!frames) return null
      const record = framed && (await findApplication(database, framed.id))
      return record ? widgetOrigins(record, publicUrl) : 'any'
    }
    return cached(
      keyOf(
        `shell ${screen.title}${bare ? ' bare' : ''}${framed ? ` of ${framed.id}` : ''}`,
        variant,
        { basename, path: '/' },
        '',
      ),
      reads,
      async () => ({
        status: 200,
        contentType: HTML,
        body: await renderer.renderShell({
          variant: variant.name,
          basename,
          buildHash: renderer.buildHash,
          ...hostsOf(variant),
          site: buildSite(context),
          screen,
        }),
        headers: {
          ...REVALIDATE,
          ...pageHeaders({ ...renderer, scriptSources: renderer.shellScriptSources }, variant, {
            ...options,
            applications: await sources(),
            payments: takesCard ? options.payments : null,
            anyPicture,
          }),
        },
        until: null,
      }),
    )
  }

  const failureOf = async (target: PageTarget, why: Failure): Promise<MadeAnswer> => {
    const context = contextOf(target.variant, revisions.reads())
    const made = await htmlOf(context, target, buildError(context, why))
    if ('unchanged' in made) throw new Error('nothing was kept that could be unchanged')
    return made
  }

  const json = (status: number, body: unknown, until: Date | null, keep = true): MadeAnswer => ({
    status,
    contentType: JSON_TYPE,
    body: JSON.stringify(body),
    headers: { ...REVALIDATE, [BUILD_HASH_HEADER]: renderer.buildHash },
    until,
    keep: keep && status === 200,
  })

  const staticQuery = (target: PageTarget, name: string | undefined): Promise<KeptAnswer> => {
    const query = staticQueryNamed(name ?? '')
    if (!query) throw new ApiError('NOT_FOUND')
    const reads = revisions.reads()
    const context = contextOf(target.variant, reads)
    return cached(keyOf(`query ${name}`, target.variant, { ...target, path: '/' }, ''), reads, async () =>
      json(200, { data: query(buildSite(context)) }, null),
    )
  }

  return {
    targetOf,
    page: (target) =>
      cachedPage(
        'page',
        target,
        (path) => path,
        async (context, page, before) => htmlOf(context, target, await build(target, page), before),
      ),
    pageData: async (target, rest) => {
      if (rest === 'app-data.json') return keepAnswer(json(200, { buildHash: renderer.buildHash } satisfies AppData, null))
      const hash = /^sq\/d\/([0-9a-f]+)\.json$/.exec(rest)?.[1]
      if (hash) return staticQuery(target, nameOfQuery(hash))
      const name = /^(.+)\/page-data\.json$/.exec(rest)?.[1]
      if (name === undefined) throw new ApiError('NOT_FOUND')
      const pageTarget: PageTarget = { ...target, path: name === 'index' ? '/' : `/${name}/` }
      return cachedPage('data', pageTarget, pageDataPath, async (_, page) => {
        const built = await build(pageTarget, page)
        return json(built.status, { path: pageTarget.path, result: built.result } satisfies PageData, built.until, built.keep)
      })
    },
    sliceData: async (target, rest) => staticQuery(target, /^(\w+)\.json$/.exec(rest)?.[1]),
    sitemap: async (part) => {
      const reads = revisions.reads()
      reads.note(SITEMAP)
      const key = keyOf(`sitemap ${part ?? ''}`, variantNamed('base'), { basename: '', path: '/' }, '')
      return cached(key, reads, async () => {
        const made = await writeSitemap((variant) => contextOf(variant, reads), part)
        if (!made) throw new ApiError('NOT_FOUND')
        return made
      })
    },
    robots: () => robots,
    failure: async (target, why) => keepAnswer(await failureOf(target, why)),
    refused: (target, why, status) =>
      answers.get(keyOf(`${why} ${status}`, target.variant, target, ''), clock.now(), async () => {
        const made = await failureOf(target, why)
        return { ...made, status, headers: { ...made.headers, 'cache-control': 'no-store' }, keep: true }
      }),
    refusedData: (target, why) => ({
      path: paths.search(),
      result: buildError(contextOf(target.variant, revisions.reads()), why).result,
    }),
  }
}
