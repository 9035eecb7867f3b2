import { paths } from '@marketplace/contracts/paths'
import { variantNamed } from '@marketplace/contracts/variants'
import { hasPage } from '@marketplace/domain/visibility'
import type { MadeAnswer } from '../../http/answer-cache.ts'
import type { CatalogueEntry } from '../catalogue/index.ts'
import { buildComingSoon } from './build-coming-soon.ts'
import { categoryLinks, collectionLinks, landingLinks } from './build-site.ts'
import { isEmptyList } from './filterable-list.ts'
import { listedApplications, listedServices, listedUntil, type PageContext } from './lists.ts'
import { canonicalUrl } from './page-meta.ts'
import { developerEntries, expertList } from './partner-lists.ts'
import { pathOfApplication } from './present-card.ts'

/** A page that search engines may show: its absolute address, and when it last changed where that is known. */
export type SitemapAddress = { url: string; lastmod: Date | null }

/** How many addresses a document holds; the protocol allows 50,000 and 50 MB (sitemaps.org). */
const PART_SIZE = 45_000

const address = (context: PageContext, path: string, lastmod: Date | null = null): SitemapAddress => ({
  url: canonicalUrl(context, path),
  lastmod,
})

const applicationAddress = (context: PageContext, entry: CatalogueEntry): SitemapAddress =>
  address(context, pathOfApplication(entry), entry.updatedAt)

/** The lists that have something to show. */
const listAddresses = (context: PageContext): SitemapAddress[] => {
  const lists: [boolean, string][] = [
    [true, paths.home()],
    [listedApplications(context).length > 0, paths.apps()],
    [buildComingSoon(context).result.cards.length > 0, paths.comingSoon()],
    [listedServices(context).length > 0, paths.services()],
    [developerEntries(context).size > 0, paths.developers()],
    [!isEmptyList(expertList(context, 'all')), paths.partners()],
    [!isEmptyList(expertList(context, 'recommended')), paths.recommendedPartners()],
  ]
  const links = [...categoryLinks(context, []), ...collectionLinks(context), ...landingLinks(context)]
  return [...lists.flatMap(([shown, path]) => (shown ? [path] : [])), ...links.map(({ href }) => href)].map((path) =>
    address(context, path),
  )
}

/**
 * The base variant's pages. An application that is in no list and has a page is among them, unless it is hidden, which is not to be
 * found, or under maintenance, which has nothing to offer now.
 */
const baseAddresses = (context: PageContext): SitemapAddress[] => {
  const { snapshot, partners, now } = context
  return [
    ...listAddresses(context),
    ...snapshot.entries
      .filter((entry) => hasPage(entry, now) && !entry.hidden && !entry.underMaintenance)
      .map((entry) => applicationAddress(context, entry)),
    ...[...developerEntries(context).values()].map(({ developer }) => address(context, paths.developer(developer.slug))),
    ...partners.experts.map(({ slug }) => address(context, paths.expert(slug))),
    ...partners.campaigns.map(({ slug }) => address(context, paths.campaign(slug))),
  ]
}

/** The help desk's own lists, which are canonical too. */
const helpdeskAddresses = (context: PageContext): SitemapAddress[] => {
  if (listedApplications(context).length === 0) return []
  return [paths.home(), paths.apps(), ...categoryLinks(context, []).map(({ href }) => href)].map((path) => address(context, path))
}

/** Every page that search engines may show, in parts of at most `size`. The variant of the context does not matter. */
export const sitemapParts = (context: PageContext, size = PART_SIZE): SitemapAddress[][] => {
  const addresses = [
    ...baseAddresses({ ...context, variant: variantNamed('base') }),
    ...helpdeskAddresses({ ...context, variant: variantNamed('helpdesk-public') }),
  ]
  return Array.from({ length: Math.ceil(addresses.length / size) }, (_, part) => addresses.slice(part * size, (part + 1) * size))
}

/**
 * /sitemap.xml: all addresses where they fit into one document, else an index of the parts, which `part` counts from 1. Null for a part
 * that there is not.
 */
export const writeSitemap = (context: PageContext, part: number | undefined, size = PART_SIZE): MadeAnswer | null => {
  const parts = sitemapParts(context, size)
  const addresses = parts[(part ?? 1) - 1]
  if (!addresses) return null
  const body = part === undefined && parts.length > 1 ? indexOf(context, parts.length) : urlset(addresses)
  return {
    status: 200,
    contentType: 'application/xml; charset=utf-8',
    body,
    headers: { 'cache-control': 'public, no-cache' },
    until: listedUntil({ ...context, variant: variantNamed('base') }),
  }
}

const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const document = (root: string, lines: readonly string[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} xmlns="${SCHEMA}">`, ...lines, `</${root}>`, ''].join('\n')

const urlset = (addresses: readonly SitemapAddress[]): string =>
  document(
    'urlset',
    addresses.map(
      ({ url, lastmod }) =>
        `<url><loc>${escapeXml(url)}</loc>${lastmod ? `<lastmod>${lastmod.toISOString()}</lastmod>` : ''}</url>`,
    ),
  )

const indexOf = ({ publicUrl }: PageContext, parts: number): string =>
  document(
    'sitemapindex',
    Array.from(
      { length: parts },
      (_, index) => `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap.xml?part=${index + 1}`)}</loc></sitemap>`,
    ),
  )

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
