import { isDeepStrictEqual } from 'node:util'
import { BRAND, SISTER_PRODUCTS } from '@marketplace/contracts/core/brand'
import { COLLECTIONS, LANDINGS } from '@marketplace/contracts/catalogue/collections'
import type { CountedLink, PageLink } from '@marketplace/contracts/pages/parts'
import type { SisterProduct, SiteData } from '@marketplace/contracts/pages/site-data'
import { paths } from '@marketplace/contracts/pages/paths'
import { hostProductOf, type Variant, variantNamed } from '@marketplace/contracts/core/variants'
import { EMPTY_QUERY, isFiltered, type ListQuery, withoutFilter } from '@marketplace/contracts/pages/list-query'
import { countBits, countCommon } from '@marketplace/domain/bit-set'
import { facetKey } from '@marketplace/domain/facets'
import { knownFilters, matchesIn, membersOf } from '@marketplace/domain/list-index'
import { isEmptyList } from './filterable-list.ts'
import { countListed, listOf, type PageContext } from './lists.ts'
import { expertList } from './partner-lists.ts'
import { absoluteUrl } from './page-meta.ts'

/** The products of a variant's lists: "Live Chat and Help Desk". */
export const listedFor = ({ lists }: Pick<Variant, 'lists'>): string =>
  lists.map((product) => BRAND.products[product]).join(' and ')

/**
 * Categories by name, with how many of their items match a query. Empty ones are left out, unless they are in `current`. Those in
 * `current` are marked.
 */
export const categoryLinks = (
  context: PageContext,
  current: readonly string[],
  query: Pick<ListQuery, 'filters' | 'verified'> = EMPTY_QUERY,
): CountedLink[] => {
  const { index } = listOf(context, { kind: 'all' })
  const counted = context.remember(
    'categories',
    (own) =>
      own.snapshot.categories
        .map(({ slug, name }) => ({
          slug,
          name,
          href: paths.underApps(slug),
          count: countBits(membersOf(listOf(own, { kind: 'all' }).index, 'categories', slug)),
          current: false,
        }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.slug < b.slug ? -1 : 1)),
    isDeepStrictEqual,
  )
  // A link keeps the other filters, so its number is computed with them.
  const others = withoutFilter({ ...EMPTY_QUERY, ...query }, 'categories')
  const matches = isFiltered(others) ? matchesIn(index, index.everything, knownFilters(index, others, facetKey)) : null
  return counted.flatMap((link) => {
    const isCurrent = current.includes(link.slug)
    if (link.count === 0 && !isCurrent) return []
    const count = matches ? countCommon(matches, membersOf(index, 'categories', link.slug)) : link.count
    return isCurrent || matches ? { ...link, current: isCurrent, count } : link
  })
}

/** Collections that are not empty, in their fixed order. */
export const collectionLinks = (context: PageContext): PageLink[] =>
  context.remember(
    'collections',
    (own) =>
      COLLECTIONS.filter((collection) => !isEmptyList(listOf(own, { kind: 'collection', collection }))).map(({ slug, name }) => ({
        name,
        href: paths.underApps(slug),
      })),
    isDeepStrictEqual,
  )

/** Landing pages that are not empty, in their fixed order. */
export const landingLinks = (context: PageContext): (PageLink & { slug: string; description: string })[] =>
  context.remember(
    'landings',
    (own) =>
      LANDINGS.filter((landing) => !isEmptyList(listOf(own, { kind: 'landing', landing }))).map(
        ({ slug, name, description }) => ({
          slug,
          name,
          description,
          href: paths.landing(slug),
        }),
      ),
    isDeepStrictEqual,
  )

/** A product with its own marketplace links to that marketplace, another product to its site. */
const sisterProducts = ({ variant, publicUrl }: PageContext): SisterProduct[] =>
  SISTER_PRODUCTS.map(({ id, description, site }): SisterProduct => {
    const name = BRAND.products[id]
    if (id === variant.product) return { id, name, description, href: paths.home(), current: true, scope: 'variant' }
    if (site !== null) return { id, name, description, href: site, current: false, scope: 'elsewhere' }
    const other = variantNamed(id === 'helpdesk' ? 'helpdesk-public' : 'base')
    return { id, name, description, href: absoluteUrl(publicUrl, other, paths.home()), current: false, scope: 'origin' }
  })

/** The data that all pages of a variant share. The same object is returned until something in it changes. */
export const buildSite = (of: PageContext): SiteData =>
  of.remember(
    'site',
    (context): SiteData => ({
      marketplace: BRAND.marketplace,
      productName: BRAND.products[context.variant.product],
      listedFor: listedFor(context.variant),
      categories: categoryLinks(context, []),
      collections: collectionLinks(context),
      applicationCount: countListed(context, 'applications'),
      landings: landingLinks(context).map(({ name, href }) => ({ name, href })),
      hasServices: countListed(context, 'services') > 0,
      hasExperts: !isEmptyList(expertList(context, 'all')),
      products: sisterProducts(context),
      accountsUrl: context.accountsUrl,
      hostUrl: context.hostUrl,
      hostProduct: hostProductOf(context.variant),
      errorReports: context.errorReports,
      signInBase: context.variant.name === 'public' ? absoluteUrl(context.publicUrl, variantNamed('base'), '') : null,
    }),
    isDeepStrictEqual,
  )
