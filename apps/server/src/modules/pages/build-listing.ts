import { BRAND } from '@marketplace/contracts/brand'
import type { ListingPage, PageLink } from '@marketplace/contracts/page-data'
import { PAGE_STEP, paginate, parsePage } from '@marketplace/domain/pagination'
import { parseApplicationSort } from '@marketplace/domain/sorting'
import { listingTitle } from '@marketplace/domain/titles'
import { categoryLinks, collectionLinks } from './build-site.ts'
import type { BuiltPage } from './built-page.ts'
import { type PageContext, type Scope, sortedList } from './lists.ts'
import { metaOf } from './page-meta.ts'
import { paths } from '@marketplace/contracts/paths'
import { cardOf } from './present-card.ts'

export type ListingQuery = { sortBy: string | null; page: string | null }

/** A list of applications: all of them, a category's or a collection's. */
export const buildListing = (context: PageContext, scope: Scope, query: ListingQuery): BuiltPage<ListingPage> => {
  const { snapshot, variant, now } = context
  const { heading, description, path } = headOf(context, scope)
  const usual = scope.kind === 'collection' && scope.collection.rule.kind === 'newest' ? 'published' : 'recommended'
  const sortBy = query.sortBy === null ? usual : parseApplicationSort(query.sortBy)
  const list = sortedList(context, scope, sortBy)
  const { items, ...pagination } = paginate(list.value, parsePage(query.page), PAGE_STEP)
  const breadcrumbs: PageLink[] = [
    { name: BRAND.marketplace, href: paths.home() },
    { name: 'Apps', href: paths.apps() },
    ...(scope.kind === 'all' ? [] : [{ name: heading, href: path }]),
  ]
  return {
    status: 200,
    until: list.until,
    result: {
      kind: 'listing',
      meta: metaOf(context, {
        title: listingTitle({ heading, page: pagination.page, product: variant.product }),
        description,
        path: pagination.page > 1 ? `${path}?page=${pagination.page}` : path,
        breadcrumbs,
      }),
      heading,
      description,
      breadcrumbs,
      path,
      cards: items.map((entry) => cardOf(entry, snapshot, now)),
      pagination,
      sortBy,
      sorted: sortBy !== usual,
      categories: categoryLinks(context, scope.kind === 'category' ? scope.slug : null),
      collections: collectionLinks(context),
    },
  }
}

const headOf = ({ snapshot, variant }: PageContext, scope: Scope): { heading: string; description: string; path: string } => {
  const product = BRAND.products[variant.product]
  switch (scope.kind) {
    case 'all':
      return {
        heading: 'All apps',
        description: `Every application that works with ${product}, in one place.`,
        path: paths.apps(),
      }
    case 'category': {
      const name = snapshot.categoryBySlug.get(scope.slug)?.name ?? scope.slug
      return {
        heading: name,
        description: `${name} applications and integrations for ${product}.`,
        path: paths.underApps(scope.slug),
      }
    }
    case 'collection':
      return {
        heading: scope.collection.name,
        description: scope.collection.description,
        path: paths.underApps(scope.collection.slug),
      }
  }
}
