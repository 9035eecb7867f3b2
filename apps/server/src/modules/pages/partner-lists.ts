import { isDeepStrictEqual } from 'node:util'
import { DEVELOPER_SORTS, type DeveloperSort } from '@marketplace/contracts/core/enumerations'
import { bitsWhere } from '@marketplace/domain/bit-set'
import { DEVELOPER_FACETS, EXPERT_FACETS } from '@marketplace/domain/facets'
import { buildListIndex } from '@marketplace/domain/list-index'
import { firstApplications, sortApplications } from '@marketplace/domain/sorting'
import { isListed, isService, isShownExpert } from '@marketplace/domain/visibility'
import {
  type CatalogueEntry,
  developerOrder,
  type DeveloperRecord,
  developersName,
  type ListedDeveloper,
  verifiedDevelopers,
} from '../catalogue/index.ts'
import type { ExpertRecord } from '../partners/index.ts'
import type { FilterableList } from './filterable-list.ts'
import type { PageContext } from './page-context.ts'

/** A developer with its entries in this variant's lists. */
export type DeveloperEntry = {
  developer: DeveloperRecord
  applications: CatalogueEntry[]
  services: CatalogueEntry[]
  verified: boolean
}

/** The developer with this id, if this variant's lists contain an entry of it. */
export const developerEntry = ({ snapshot, variant, now }: PageContext, id: string): DeveloperEntry | undefined => {
  const developer = snapshot.developerById.get(id)
  const where = { lists: variant.lists, product: variant.product, beta: variant.beta }
  const listed = (snapshot.byDeveloper.get(id) ?? []).filter((entry) => isListed(entry, where, now))
  if (!developer || listed.length === 0) return undefined
  return {
    developer,
    applications: listed.filter((entry) => !isService(entry)),
    services: listed.filter(isService),
    verified: listed.some(({ customProps }) => customProps.verified === 'true'),
  }
}

/** A developer's listed applications and services, in the recommended order. */
export const bestOf = ({ now }: PageContext, { applications, services }: DeveloperEntry): readonly CatalogueEntry[] =>
  sortApplications([...applications, ...services], 'recommended', now)

/** What pages of other things show of a developer: the numbers of its entries in this variant's lists, and the first of them. */
type DeveloperSummary = {
  applications: number
  services: number
  verified: boolean
  /** The ids of the first five at most, in the recommended order: a card shows the icons of all, an application's page four others. */
  best: readonly string[]
}

const BEST = 5

/** The summary of the developer with this id; undefined if this variant's lists contain no entry of it. */
export const developerSummary = (context: PageContext, id: string): DeveloperSummary | undefined =>
  context.snapshot.hasMany(id)
    ? context.remember(`summary of developer ${id}`, (own) => summarize(own, id), isDeepStrictEqual)
    : summarize(context, id)

const summarize = (context: PageContext, id: string): DeveloperSummary | undefined => {
  const entry = developerEntry(context, id)
  if (!entry) return undefined
  const { applications, services, verified } = entry
  const best = firstApplications([...applications, ...services], 'recommended', context.now, BEST)
  return { applications: applications.length, services: services.length, verified, best: best.map((item) => item.id) }
}

/** The entries that a page shows of a summary. It notes each of them, because time also changes what is shown of an entry. */
export const bestEntries = ({ snapshot }: PageContext, ids: readonly string[]): CatalogueEntry[] =>
  ids.flatMap((id) => snapshot.byId.get(id) ?? [])

/** The list of this variant's developers. */
export const developerList = (context: PageContext): FilterableList<ListedDeveloper, DeveloperSort> => {
  const index = context.remember('index of developers', ({ snapshot, variant }) =>
    snapshot.developers.index(developersName(variant), DEVELOPER_FACET_NAMES, verifiedDevelopers(variant)),
  )
  const { snapshot, variant } = context
  return {
    key: 'developers',
    index,
    scope: index.everything,
    hiddenFacets: [],
    sorts: DEVELOPER_SORTS,
    defaultSort: 'developerName',
    orderBy: (sort) => snapshot.developers.order(developersName(variant), developerOrder(variant, sort)),
    remember: (what, work) => context.remember(`${what} of developers`, (own) => work(developerList(own))),
  }
}
const DEVELOPER_FACET_NAMES = DEVELOPER_FACETS.map(({ name }) => name)

/** The list of this variant's experts. */
export const expertList = (
  { partners, variant, now }: PageContext,
  which: 'all' | 'recommended',
): FilterableList<ExpertRecord, 'recommended'> => {
  const remember = <V>(what: string, work: () => V): V =>
    partners.remember(what, now, () => ({ value: work(), until: null })).value
  const index = remember(`index ${variant.name}`, () =>
    buildListIndex(
      partners.experts.filter((expert) => isShownExpert(expert, variant)),
      EXPERT_FACETS,
      ({ verified }) => verified,
    ),
  )
  const order = remember(`order ${variant.name}`, () => index.items.map((_, place) => place))
  const key = `${variant.name} ${which}`
  const list: FilterableList<ExpertRecord, 'recommended'> = {
    key,
    index,
    scope:
      which === 'all'
        ? index.everything
        : remember(`scope ${key}`, () => bitsWhere(index.items.length, (place) => index.items[place]?.recommended === true)),
    hiddenFacets: [],
    // Experts are stored in this order, and no other is offered.
    sorts: ['recommended'],
    defaultSort: 'recommended',
    orderBy: () => order,
    remember: (what, work) => remember(`${what} of ${key}`, () => work(list)),
  }
  return list
}
