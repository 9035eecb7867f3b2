import { BRAND } from '@marketplace/contracts/core/brand'
import type { ComingSoonCard, ComingSoonPage } from '@marketplace/contracts/pages/lists'
import { paths } from '@marketplace/contracts/pages/paths'
import { formatDate } from '@marketplace/domain/dates'
import { compareApplications } from '@marketplace/domain/sorting'
import { listingTitle } from '@marketplace/domain/titles'
import type { CatalogueEntry } from '../catalogue/index.ts'
import type { BuiltPage } from './built-page.ts'
import { expectedEntries, type PageContext } from './lists.ts'
import { metaOf } from './page-meta.ts'
import { developerSummary } from './partner-lists.ts'
import { iconOf } from './present-card.ts'

const HEAD = { heading: 'Coming soon', description: 'Accepted by our reviewers, and about to be published.' }

/** Accepted applications that are not published yet (docs/product/catalogue.md, "Publication"): first those with a date, sorted by it. */
export const buildComingSoon = (context: PageContext): BuiltPage<ComingSoonPage> => {
  const { variant, now } = context
  const path = paths.comingSoon()
  const breadcrumbs = [
    { name: BRAND.marketplace, href: paths.home() },
    { name: 'Apps', href: paths.apps() },
    { name: HEAD.heading, href: path },
  ]
  const expected = expectedEntries(context).sort(
    (a, b) =>
      (a.publishedAt?.getTime() ?? Infinity) - (b.publishedAt?.getTime() ?? Infinity) ||
      compareApplications('alphabetically', now)(a, b),
  )
  return {
    status: 200,
    until: null,
    result: {
      kind: 'coming-soon',
      meta: metaOf(context, {
        title: listingTitle({ heading: HEAD.heading, page: 1, product: variant.product }),
        description: HEAD.description,
        path,
        breadcrumbs,
      }),
      ...HEAD,
      breadcrumbs,
      cards: expected.map((entry) => cardOfExpected(context, entry)),
    },
  }
}

const cardOfExpected = (context: PageContext, entry: CatalogueEntry): ComingSoonCard => {
  const { snapshot } = context
  const developer = entry.developerId === null ? undefined : snapshot.developerById.get(entry.developerId)
  const category = entry.categoryId === null ? undefined : snapshot.categoryById.get(entry.categoryId)
  return {
    id: entry.id,
    name: entry.name,
    // A developer without published applications has no page.
    developer: developer
      ? { name: developer.name, href: developerSummary(context, developer.id) ? paths.developer(developer.slug) : null }
      : null,
    shortDescription: entry.shortDescription ?? '',
    icon: iconOf(entry, 56),
    category: category ? { name: category.name, href: paths.underApps(category.slug) } : null,
    expected: entry.publishedAt && formatDate(entry.publishedAt),
  }
}
