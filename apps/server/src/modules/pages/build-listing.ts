import { BRAND } from '@marketplace/contracts/core/brand'
import type { ApplicationSort } from '@marketplace/contracts/core/enumerations'
import type { ListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListingPage } from '@marketplace/contracts/pages/lists'
import type { PageLink } from '@marketplace/contracts/pages/parts'
import { paths } from '@marketplace/contracts/pages/paths'
import type { CatalogueEntry } from '../catalogue/index.ts'
import { categoryLinks, collectionLinks, listedFor } from './build-site.ts'
import type { BuiltPage } from './built-page.ts'
import { type FilterableList, readList, sortOf } from './filterable-list.ts'
import { listPage } from './list-page.ts'
import type { PageContext, ListScope } from './lists.ts'
import { cardOf } from './present-card.ts'

/** A list of applications (all, or those of a category, collection or landing page), or of services. */
export const buildListing = (
  context: PageContext,
  scope: ListScope,
  list: FilterableList<CatalogueEntry, ApplicationSort>,
  asked: ListQuery,
): BuiltPage<ListingPage> => {
  const { snapshot, now } = context
  const head = headOf(context, scope)
  const { items, ...part } = readList(list, asked)
  const { query } = part
  const current = scope.kind === 'category' ? [scope.slug] : (query.filters.categories ?? [])
  return {
    status: 200,
    until: null,
    result: {
      kind: 'listing',
      of: scope.kind === 'services' ? 'services' : 'applications',
      ...listPage(context, scope.kind === 'all' ? { ...head, name: 'Apps' } : head, part),
      cards: items.map((entry) => cardOf(entry, snapshot, now)),
      sortBy: sortOf(list, query),
      categories: scope.kind === 'services' ? [] : categoryLinks(context, current, query),
      collections: scope.kind === 'services' ? [] : collectionLinks(context),
    },
  }
}

const APPS: PageLink = { name: 'Apps', href: paths.apps() }

type Head = { heading: string; description: string; path: string; parents: PageLink[] }

const headOf = ({ snapshot, variant }: PageContext, scope: ListScope): Head => {
  const products = listedFor(variant)
  switch (scope.kind) {
    case 'all':
      return {
        heading: BRAND.allApps,
        description: `Every application that works with ${products}, in one place.`,
        path: paths.apps(),
        parents: [],
      }
    case 'category': {
      const name = snapshot.categoryBySlug.get(scope.slug)?.name ?? scope.slug
      return {
        heading: name,
        description: `${name} applications and integrations for ${products}.`,
        path: paths.underApps(scope.slug),
        parents: [APPS],
      }
    }
    case 'collection': {
      const { name, description, slug } = scope.collection
      return { heading: name, description, path: paths.underApps(slug), parents: [APPS] }
    }
    case 'landing': {
      const { name, description, slug } = scope.landing
      return { heading: name, description, path: paths.landing(slug), parents: [] }
    }
    case 'services':
      return {
        heading: 'Services',
        description: `People who set up ${products}, train your team and build what is missing.`,
        path: paths.services(),
        parents: [],
      }
  }
}
