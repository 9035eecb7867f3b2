import { DEVELOPER_SORTS, type DeveloperSort } from '@marketplace/contracts/core/enumerations'
import type { Variant } from '@marketplace/contracts/core/variants'
import { hasBit } from '@marketplace/domain/bit-set'
import { DEVELOPER_FACETS } from '@marketplace/domain/facets'
import { createLiveList, type LiveList } from '@marketplace/domain/live-list'
import { compareDevelopers } from '@marketplace/domain/sorting'
import { GROUPS, listName } from './application-lists.ts'
import type { CatalogueEntry, DeveloperRecord } from './stored/records.ts'

type ListSettings = Pick<Variant, 'lists' | 'product' | 'beta'>

/** The names of the list of developers with entries in a variant's lists, and of the list of developers with verified entries there. */
export const developersName = (variant: ListSettings): string => `developers of ${listName(variant, 'everything')}`
export const verifiedDevelopers = (variant: ListSettings): string => `verified ${developersName(variant)}`
export const developerOrder = (variant: ListSettings, sort: DeveloperSort): string =>
  sort === 'productsNumber' ? `${sort} of ${developersName(variant)}` : sort

/** The number of a developer's products in the lists of one group of variants. Arrays of it are in the order of GROUPS. */
type DeveloperShare = { products: number; verified: boolean }
export type ListedDeveloper = { record: DeveloperRecord; shares: readonly DeveloperShare[] }

const GROUP_LIST = [...GROUPS.values()]

/** The current shares of a developer in the lists of each group of variants. */
export const sharesOf = (own: readonly CatalogueEntry[], applications: LiveList<CatalogueEntry>): DeveloperShare[] =>
  GROUP_LIST.map((group) => {
    const listed = applications.marked(listName(group, 'everything'))
    const share: DeveloperShare = { products: 0, verified: false }
    for (const { id, customProps } of own) {
      if (!hasBit(listed, applications.places.of.get(id) ?? -1)) continue
      share.products++
      share.verified ||= customProps.verified === 'true'
    }
    return share
  })

const marksOf = ({ shares }: ListedDeveloper): string[] =>
  GROUP_LIST.flatMap((group, index) => {
    const { products, verified } = shares[index] ?? { products: 0, verified: false }
    return [...(products > 0 ? [developersName(group)] : []), ...(verified ? [verifiedDevelopers(group)] : [])]
  })

/** All developers, with the lists of all variants. */
export const createDeveloperLists = (): LiveList<ListedDeveloper> => {
  const productsIn = ({ shares }: ListedDeveloper, index: number): number => shares[index]?.products ?? 0
  const order = (name: string, sort: DeveloperSort, productsOf: (item: ListedDeveloper) => number) => {
    const compare = compareDevelopers(sort)
    const keyOf = (item: ListedDeveloper) => ({ id: item.record.id, name: item.record.name, productsNumber: productsOf(item) })
    return {
      name,
      isMoved: (before: ListedDeveloper, _then: Date, after: ListedDeveloper) =>
        before.record.name !== after.record.name || productsOf(before) !== productsOf(after),
      sort: (items: readonly ListedDeveloper[]) =>
        items
          .map((item) => ({ item, key: keyOf(item) }))
          .sort((a, b) => compare(a.key, b.key))
          .map(({ item }) => item),
      compare: () => (a: ListedDeveloper, b: ListedDeveloper) => compare(keyOf(a), keyOf(b)),
    }
  }
  return createLiveList({
    idOf: ({ record }) => record.id,
    facets: DEVELOPER_FACETS.map((facet) => ({ ...facet, valuesOf: ({ record }: ListedDeveloper) => facet.valuesOf(record) })),
    marksOf,
    lists: GROUP_LIST.map(developersName),
    orders: DEVELOPER_SORTS.flatMap((sort) =>
      sort === 'productsNumber'
        ? GROUP_LIST.map((group, index) => order(developerOrder(group, sort), sort, (item) => productsIn(item, index)))
        : [order(sort, sort, () => 0)],
    ),
  })
}
