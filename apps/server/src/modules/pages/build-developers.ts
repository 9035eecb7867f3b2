import { BRAND } from '@marketplace/contracts/core/brand'
import type { DeveloperSort } from '@marketplace/contracts/core/enumerations'
import type { ListQuery } from '@marketplace/contracts/pages/list-query'
import type { DeveloperCard, DeveloperPage, DevelopersPage } from '@marketplace/contracts/pages/people'
import { paths } from '@marketplace/contracts/pages/paths'
import { formatMonth } from '@marketplace/domain/dates'
import { countryName } from '@marketplace/domain/facets'
import { monogram } from '@marketplace/domain/monogram'
import { PAGE_STEP, paginate } from '@marketplace/domain/pagination'
import { listingTitle } from '@marketplace/domain/titles'
import { isService } from '@marketplace/domain/visibility'
import type { CatalogueEntry, ListedDeveloper } from '../catalogue/index.ts'
import { listedFor } from './build-site.ts'
import type { BuiltPage } from './built-page.ts'
import { type FilterableList, readList, sortOf } from './filterable-list.ts'
import { listPage } from './list-page.ts'
import type { PageContext } from './lists.ts'
import { canonicalUrl, metaOf } from './page-meta.ts'
import { bestEntries, bestOf, type DeveloperEntry, developerSummary } from './partner-lists.ts'
import { cardOf, iconOf } from './present-card.ts'

const HEAD = { heading: 'Developers', path: paths.developers() }

export const buildDevelopers = (
  context: PageContext,
  list: FilterableList<ListedDeveloper, DeveloperSort>,
  asked: ListQuery,
): BuiltPage<DevelopersPage> => {
  const { items, ...part } = readList(list, asked)
  const description = `The companies and people who make applications and services for ${listedFor(context.variant)}.`
  return {
    status: 200,
    until: null,
    result: {
      kind: 'developers',
      ...listPage(context, { ...HEAD, description }, part),
      cards: items.flatMap(({ record }) => cardOfDeveloper(context, record.id) ?? []),
      sortBy: sortOf(list, part.query),
    },
  }
}

const monogramOf = (name: string): DeveloperCard['icon'] => ({ kind: 'monogram', ...monogram(name, null) })

/** The card of the developer with this id; null if this variant's lists contain no entry of it. */
export const cardOfDeveloper = (context: PageContext, id: string): DeveloperCard | null => {
  const developer = context.snapshot.developerById.get(id)
  const summary = developer && developerSummary(context, id)
  if (!summary) return null
  const { applications, services, verified, best } = summary
  return {
    id: developer.id,
    href: paths.developer(developer.slug),
    name: developer.name,
    description: developer.description ?? '',
    country: developer.country && countryName(developer.country),
    icon: monogramOf(developer.name),
    verified,
    applicationCount: applications,
    serviceCount: services,
    icons: bestEntries(context, best).map((item) => iconOf(item, 56)),
  }
}

/** The mean of all votes for all applications. */
const ratingOfAll = (items: readonly CatalogueEntry[]): DeveloperPage['rating'] => {
  const votes = items.reduce((sum, { rating }) => sum + rating.votes, 0)
  const stars = items.reduce((sum, { rating }) => sum + rating.rate * rating.votes, 0)
  return votes === 0 ? null : { rate: Math.round((stars / votes) * 10) / 10, votes }
}

/** A developer's page, with the developer's entries in this variant's lists. `page` counts the pages of its applications. */
export const buildDeveloper = (context: PageContext, entry: DeveloperEntry, page: number): BuiltPage<DeveloperPage> => {
  const { snapshot, variant, now } = context
  const { developer, applications, services, verified } = entry
  const path = paths.developer(developer.slug)
  const best = bestOf(context, entry)
  const { items, ...pagination } = paginate(
    best.filter((item) => !isService(item)),
    page,
    PAGE_STEP,
  )
  const description =
    developer.description ??
    `What ${developer.name} makes for ${listedFor(variant)}: applications and services, their prices and ratings.`
  const breadcrumbs = [
    { name: BRAND.marketplace, href: paths.home() },
    { name: HEAD.heading, href: HEAD.path },
    { name: developer.name, href: path },
  ]
  return {
    status: 200,
    until: null,
    result: {
      kind: 'developer',
      meta: metaOf(context, {
        title: listingTitle({ heading: `Apps by ${developer.name}`, page: pagination.page, product: variant.product }),
        description,
        path: paths.developer(developer.slug, { page: pagination.page }),
        breadcrumbs,
        structuredData: [
          {
            '@context': 'https://schema.org',
            '@type': 'Organization',
            name: developer.name,
            url: developer.website ?? canonicalUrl(context, path),
          },
        ],
      }),
      breadcrumbs,
      id: developer.id,
      path,
      name: developer.name,
      description: developer.description ?? '',
      icon: monogramOf(developer.name),
      verified,
      country: developer.country && countryName(developer.country),
      since: sinceOf(best),
      website: developer.website,
      email: developer.email,
      applicationCount: applications.length,
      serviceCount: services.length,
      rating: ratingOfAll(best),
      applications: items.map((item) => cardOf(item, snapshot, now)),
      pagination,
      services: best.filter(isService).map((item) => cardOf(item, snapshot, now)),
    },
  }
}

/** The date of the developer's first publication. */
const sinceOf = (items: readonly CatalogueEntry[]): string => {
  const first = items.reduce<Date | null>(
    (earliest, { publishedAt }) => (publishedAt && (!earliest || publishedAt < earliest) ? publishedAt : earliest),
    null,
  )
  return first ? `Since ${formatMonth(first)}` : ''
}
