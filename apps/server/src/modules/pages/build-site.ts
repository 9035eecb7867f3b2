import { BRAND } from '@marketplace/contracts/brand'
import { COLLECTIONS } from '@marketplace/contracts/collections'
import type { CountedLink, PageLink, SiteData } from '@marketplace/contracts/page-data'
import { categoryCounts, listedApplications, type PageContext, sortedList } from './lists.ts'
import { paths } from '@marketplace/contracts/paths'

/** Categories that have something to show, by name; `current` marks the one a page is about. */
export const categoryLinks = (context: PageContext, current: string | null): CountedLink[] => {
  const counts = categoryCounts(context).value
  return context.snapshot.categories
    .map(({ id, slug, name }) => ({
      slug,
      name,
      href: paths.underApps(slug),
      count: counts.get(id) ?? 0,
      current: slug === current,
    }))
    .filter(({ count, current }) => count > 0 || current)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Collections that have something to show, in their order. */
export const collectionLinks = (context: PageContext): PageLink[] =>
  COLLECTIONS.filter((collection) => sortedList(context, { kind: 'collection', collection }, 'recommended').value.length > 0).map(
    ({ slug, name }) => ({ name, href: paths.underApps(slug) }),
  )

/** What every page of a variant shares. */
export const buildSite = (context: PageContext): SiteData => ({
  marketplace: BRAND.marketplace,
  productName: BRAND.products[context.variant.product],
  categories: categoryLinks(context, null),
  collections: collectionLinks(context),
  applicationCount: listedApplications(context).value.length,
})
