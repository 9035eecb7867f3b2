import { type ListQuery, isFiltered } from '@marketplace/contracts/pages/list-query'
import type { ExpertsPage } from '@marketplace/contracts/pages/people'
import { paths } from '@marketplace/contracts/pages/paths'
import { countryName } from '@marketplace/domain/facets'
import { monogram } from '@marketplace/domain/monogram'
import type { ExpertRecord } from '../partners/index.ts'
import { listedFor } from './build-site.ts'
import type { BuiltPage } from './built-page.ts'
import { type FilterableList, isEmptyList, readList } from './filterable-list.ts'
import { listPage } from './list-page.ts'
import type { PageContext } from './lists.ts'
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
  const { items, ...part } = readList(list, asked)
  const first = which === 'all' && part.pagination.page === 1 && !isFiltered(part.query)
  const other = which === 'all' ? HEADS.recommended : HEADS.all
  const head = {
    ...HEADS[which],
    description: descriptionOf(which, listedFor(variant)),
    parents: which === 'all' ? [] : [{ name: HEADS.all.heading, href: HEADS.all.path }],
  }
  return {
    status: 200,
    until: null,
    result: {
      kind: 'experts',
      ...listPage(context, head, part),
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
