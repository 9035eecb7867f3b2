import type { FacetName } from '@marketplace/contracts/pages/list-query'
import type { FacetDefinition } from '@marketplace/domain/list-index'

/** What the search calls a filter of the lists, and which side of its values it shows: an enumeration's value, or a text as people read it. */
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

/** The values of an item under the filters of its lists, by the names that the search has for them. */
export const facetsOf = <T>(item: T, definitions: readonly FacetDefinition<T>[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    definitions.map(({ name, valuesOf }) => {
      const [attribute, side] = ATTRIBUTES[name]
      return [attribute, [...new Set(valuesOf(item).map((value) => value[side]))]]
    }),
  )
