import { DEVELOPER_SORTS, type DeveloperSort } from '@marketplace/contracts/enumerations'
import { bitsWhere } from '@marketplace/domain/bit-set'
import { DEVELOPER_FACETS, EXPERT_FACETS } from '@marketplace/domain/facets'
import { buildListIndex } from '@marketplace/domain/list-index'
import { compareDevelopers, sortApplications } from '@marketplace/domain/sorting'
import { isService, isShownExpert } from '@marketplace/domain/visibility'
import type { CatalogueEntry, DeveloperRecord } from '../catalogue/index.ts'
import type { ExpertRecord } from '../partners/index.ts'
import type { FilterableList } from './filterable-list.ts'
import { listedApplications, listedServices, listedUntil, type PageContext } from './lists.ts'

/** A developer with what this variant lists of it. */
export type DeveloperEntry = {
  developer: DeveloperRecord
  country: string | null
  applications: CatalogueEntry[]
  services: CatalogueEntry[]
  verified: boolean
}

/** The developers that have something in this variant's lists, by id. */
export const developerEntries = (context: PageContext): ReadonlyMap<string, DeveloperEntry> => {
  const { snapshot, variant, now } = context
  return snapshot.remember(`developer entries ${variant.name}`, now, () => {
    const entries = new Map<string, DeveloperEntry>()
    for (const item of [...listedApplications(context), ...listedServices(context)]) {
      const developer = item.developerId === null ? undefined : snapshot.developerById.get(item.developerId)
      if (!developer) continue
      let entry = entries.get(developer.id)
      if (!entry) {
        entry = { developer, country: developer.country, applications: [], services: [], verified: false }
        entries.set(developer.id, entry)
      }
      entry[isService(item) ? 'services' : 'applications'].push(item)
      entry.verified ||= item.customProps.verified === 'true'
    }
    return { value: entries, until: listedUntil(context) }
  }).value
}

/** All that is listed of a developer, applications and services, in the recommended order; worked out once for a snapshot. */
export const bestOf = (context: PageContext, { developer, applications, services }: DeveloperEntry): readonly CatalogueEntry[] =>
  context.snapshot.remember(`best ${context.variant.name} ${developer.id}`, context.now, () => ({
    value: sortApplications([...applications, ...services], 'recommended', context.now),
    until: listedUntil(context),
  })).value

/** The developers of this variant as a list. */
export const developerList = (context: PageContext): FilterableList<DeveloperEntry, DeveloperSort> => {
  const { snapshot, variant, now } = context
  const until = listedUntil(context)
  const remember = <V>(what: string, work: () => V): V => snapshot.remember(what, now, () => ({ value: work(), until })).value
  const index = remember(`developer index ${variant.name}`, () =>
    buildListIndex([...developerEntries(context).values()], DEVELOPER_FACETS, ({ verified }) => verified),
  )
  const sortable = ({ developer: { id, name }, applications, services }: DeveloperEntry) => ({
    id,
    name,
    productsNumber: applications.length + services.length,
  })
  return {
    key: `${variant.name} developers`,
    index,
    scope: index.everything,
    without: [],
    sorts: DEVELOPER_SORTS,
    usual: 'developerName',
    orderBy: (sort) =>
      remember(`developer order ${variant.name} ${sort}`, () => {
        const compare = compareDevelopers(sort)
        return index.items
          .map((entry, place) => ({ place, key: sortable(entry) }))
          .sort((a, b) => compare(a.key, b.key))
          .map(({ place }) => place)
      }),
    until,
    remember,
  }
}

/** The experts that this variant shows. */
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
  return {
    key,
    index,
    scope:
      which === 'all'
        ? index.everything
        : remember(`scope ${key}`, () => bitsWhere(index.items.length, (place) => index.items[place]?.recommended === true)),
    without: [],
    // They come with the recommended ones first; there is no other order.
    sorts: ['recommended'],
    usual: 'recommended',
    orderBy: () => order,
    until: null,
    remember,
  }
}
