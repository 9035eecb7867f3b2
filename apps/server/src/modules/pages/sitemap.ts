import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import { setImmediate as breathe } from 'node:timers/promises'
import { paths } from '@marketplace/contracts/pages/paths'
import { type Variant, variantNamed } from '@marketplace/contracts/core/variants'
import { hasBit } from '@marketplace/domain/bit-set'
import type { MadeAnswer } from '../../http/answer-cache.ts'
import { developerOrder, developersName, SITEMAP } from '../catalogue/index.ts'
import { buildComingSoon } from './build-coming-soon.ts'
import { categoryLinks, collectionLinks, landingLinks } from './build-site.ts'
import { isEmptyList } from './filterable-list.ts'
import { countListed, type PageContext } from './lists.ts'
import { canonicalUrl } from './page-meta.ts'
import { developerList, expertList } from './partner-lists.ts'
import { pathOfApplication } from './present-card.ts'

/** A page for search engines: its absolute address, and its last change if known. */
export type SitemapAddress = { url: string; lastmod: Date | null }

/** The most addresses in a document. The protocol allows 50,000 and 50 MB (sitemaps.org). */
const PART_SIZE = 45_000

const address = (context: PageContext, path: string, lastmod: Date | null = null): SitemapAddress => ({
  url: canonicalUrl(context, path),
  lastmod,
})

/** The addresses of lists that are not empty. */
const listAddresses = (context: PageContext): SitemapAddress[] => {
  const lists: [boolean, string][] = [
    [true, paths.home()],
    [countListed(context, 'applications') > 0, paths.apps()],
    [buildComingSoon(context).result.cards.length > 0, paths.comingSoon()],
    [countListed(context, 'services') > 0, paths.services()],
    [!isEmptyList(developerList(context)), paths.developers()],
    [!isEmptyList(expertList(context, 'all')), paths.partners()],
    [!isEmptyList(expertList(context, 'recommended')), paths.recommendedPartners()],
  ]
  const links = [...categoryLinks(context, []), ...collectionLinks(context), ...landingLinks(context)]
  return [...lists.flatMap(([shown, path]) => (shown ? [path] : [])), ...links.map(({ href }) => href)].map((path) =>
    address(context, path),
  )
}

/** The base variant's pages. The catalogue's part is its list SITEMAP. */
const baseAddresses = function* (context: PageContext): Generator<SitemapAddress> {
  const { snapshot, partners } = context
  const { applications, developers } = snapshot
  yield* listAddresses(context)
  // Copies the list, because the catalogue may change between two addresses. If it does, the result is not cached.
  const members = applications.members(SITEMAP).slice()
  for (const place of applications.order(SITEMAP, 'alphabetically').slice()) {
    const entry = hasBit(members, place) ? applications.itemAt(place) : undefined
    if (entry) yield address(context, pathOfApplication(entry), entry.updatedAt)
  }
  const { variant } = context
  const shown = developers.members(developersName(variant)).slice()
  for (const place of developers.order(developersName(variant), developerOrder(variant, 'developerName')).slice()) {
    const developer = hasBit(shown, place) ? developers.itemAt(place) : undefined
    if (developer) yield address(context, paths.developer(developer.record.slug))
  }
  for (const { slug } of partners.experts) yield address(context, paths.expert(slug))
  for (const { slug } of partners.campaigns) yield address(context, paths.campaign(slug))
}

/** The help desk's own lists, which have canonical addresses too. */
const helpdeskAddresses = function* (context: PageContext): Generator<SitemapAddress> {
  if (countListed(context, 'applications') === 0) return
  for (const path of [paths.home(), paths.apps(), ...categoryLinks(context, []).map(({ href }) => href)])
    yield address(context, path)
}

/** All pages for search engines. `contextOf` creates the context of a variant. */
export const sitemapAddresses = function* (contextOf: (variant: Variant) => PageContext): Generator<SitemapAddress> {
  yield* baseAddresses(contextOf(variantNamed('base')))
  yield* helpdeskAddresses(contextOf(variantNamed('helpdesk-public')))
}

/** Other work runs after each batch of this many addresses. */
const AT_ONCE = 1_000

/**
 * /sitemap.xml: all addresses if they fit into one document, otherwise an index of its parts. `part` counts from 1. Null for an unknown
 * part.
 */
export const writeSitemap = async (
  contextOf: (variant: Variant) => PageContext,
  part: number | undefined,
  size = PART_SIZE,
): Promise<MadeAnswer | null> => {
  const wanted = part ?? 1
  const lines: string[] = []
  let count = 0
  for (const each of sitemapAddresses(contextOf)) {
    if (Math.floor(count++ / size) + 1 === wanted) lines.push(lineOf(each))
    if (count % AT_ONCE === 0) await breathe()
  }
  if (lines.length === 0) return null
  const parts = Math.ceil(count / size)
  return {
    status: 200,
    contentType: 'application/xml; charset=utf-8',
    body: part === undefined && parts > 1 ? indexOf(contextOf(variantNamed('base')), parts) : document('urlset', lines),
    headers: { 'cache-control': 'public, no-cache' },
    until: null,
  }
}

const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const document = (root: string, lines: readonly string[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} xmlns="${SCHEMA}">`, ...lines, `</${root}>`, ''].join('\n')

const lineOf = ({ url, lastmod }: SitemapAddress): string =>
  `<url><loc>${escapeHtml(url)}</loc>${lastmod ? `<lastmod>${lastmod.toISOString()}</lastmod>` : ''}</url>`

const indexOf = ({ publicUrl }: PageContext, parts: number): string =>
  document(
    'sitemapindex',
    Array.from(
      { length: parts },
      (_, index) => `<sitemap><loc>${escapeHtml(`${publicUrl}/sitemap.xml?part=${index + 1}`)}</loc></sitemap>`,
    ),
  )
