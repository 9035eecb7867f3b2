import { BRAND } from '@marketplace/contracts/core/brand'
import { type ListQuery, isFiltered } from '@marketplace/contracts/pages/list-query'
import type { ExpertsPage } from '@marketplace/contracts/pages/people'
import type { PageLink } from '@marketplace/contracts/pages/parts'
import { paths } from '@marketplace/contracts/pages/paths'
import { countryName } from '@marketplace/domain/facets'
import { monogram } from '@marketplace/domain/monogram'
import { listingTitle } from '@marketplace/domain/titles'
import type { ExpertRecord } from '../partners/index.ts'
import { listedFor } from './build-site.ts'
import type { BuiltPage } from './built-page.ts'
import { type FilterableList, isEmptyList, readList } from './filterable-list.ts'
import type { PageContext } from './lists.ts'
import { metaOf } from './page-meta.ts'
import { expertList } from './partner-lists.ts'
import { cardOfExpert } from './present-expert.ts'

const HEADS = {
  all: { heading: 'Partner experts', path: paths.partners() },
  recommended: { heading: 'Recommended experts', path: paths.recommendedPartners() },
} as const

const descriptionOf = (which: keyof typeof HEADS, product: string): string =>
  which === 'all'
    ? `People who set up ${product}, train your team and build what you are missing.`
    : `The experts our own teams send customers to when it has to go well with ${product}.`

/** All partner experts, or the recommended ones. */
export const buildExperts = (
  context: PageContext,
  which: keyof typeof HEADS,
  list: FilterableList<ExpertRecord, 'recommended'>,
  asked: ListQuery,
): BuiltPage<ExpertsPage> => {
  const { partners, variant } = context
  const { heading, path } = HEADS[which]
  const { items, query, filters, pagination } = readList(list, asked)
  const description = descriptionOf(which, listedFor(variant))
  const breadcrumbs: PageLink[] = [
    { name: BRAND.marketplace, href: paths.home() },
    ...(which === 'all' ? [] : [{ name: HEADS.all.heading, href: HEADS.all.path }]),
    { name: heading, href: path },
  ]
  const first = which === 'all' && pagination.page === 1 && !isFiltered(query)
  const other = which === 'all' ? HEADS.recommended : HEADS.all
  return {
    status: 200,
    until: null,
    result: {
      kind: 'experts',
      meta: metaOf(context, {
        title: listingTitle({ heading, page: pagination.page, product: variant.product }),
        description,
        path: paths.listing(path, { page: pagination.page }),
        breadcrumbs,
      }),
      heading,
      description,
      breadcrumbs,
      path,
      query,
      filters,
      pagination,
      cards: items.map(cardOfExpert),
      prospects: first
        ? partners.prospects
            .filter(({ claimedAt }) => claimedAt === null)
            .map(({ id, name, description, country }) => ({
              id,
              name,
              description: description ?? '',
              country: country && countryName(country),
              icon: { kind: 'monogram', ...monogram(name, null) },
            }))
        : [],
      campaigns: first
        ? partners.campaigns.map(({ slug, title, lead }) => ({ name: title, href: paths.campaign(slug), description: lead }))
        : [],
      other:
        which === 'all' && isEmptyList(expertList(context, 'recommended')) ? null : { name: other.heading, href: other.path },
    },
  }
}
