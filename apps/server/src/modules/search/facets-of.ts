import type { FacetName } from '@marketplace/contracts/pages/list-query'
import type { FacetDefinition } from '@marketplace/domain/list-index'

/** The search's name for a filter of the lists, and whether its values are those of the enumeration or their labels. */
const ATTRIBUTES: Readonly<Record<FacetName, readonly [attribute: string, side: 'value' | 'label']>> = {
  kind: ['kind', 'value'],
  categories: ['category.name', 'label'],
  payment: ['payment', 'value'],
  compatibility: ['compatibility', 'value'],
  placement: ['placements', 'value'],
  services: ['services', 'value'],
  language: ['languages', 'label'],
  country: ['country', 'label'],
  industry: ['industries', 'label'],
}

/** The values of an item for each filter, under the names that the search uses. */
export const facetsOf = <T>(item: T, definitions: readonly FacetDefinition<T>[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    definitions.map(({ name, valuesOf }) => {
      const [attribute, side] = ATTRIBUTES[name]
      return [attribute, [...new Set(valuesOf(item).map((value) => value[side]))]]
    }),
  )
