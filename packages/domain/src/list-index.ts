import type { FacetName, ListQuery } from '@marketplace/contracts/pages/list-query'
import type { Facet, ListFilters } from '@marketplace/contracts/pages/parts'
import {
  allBits,
  type BitSet,
  bitsWhere,
  countBits,
  countCommon,
  emptyBits,
  hasBit,
  haveCommon,
  intersectionOf,
  setBit,
  unionOf,
} from './bit-set.ts'

/** One value of a filter: `value` in addresses, `label` on screens. */
export type FacetValue = { value: string; label: string }

/** One filter. `valuesOf` returns the values that an item has. `order` lists all values in their order; null puts the most frequent first. */
export type FacetDefinition<T> = {
  name: FacetName
  label: string
  order: readonly string[] | null
  valuesOf: (item: T) => readonly FacetValue[]
}

type IndexedValue = FacetValue & { members: BitSet }
export type IndexedFacet = {
  name: FacetName
  label: string
  values: readonly IndexedValue[]
  byValue: ReadonlyMap<string, IndexedValue>
}

/**
 * A list prepared for filtering: for each value of each filter the positions of the items that have it. `items`, the values' members and
 * `verified` may also contain items of other lists; `everything` has the positions of the items of this list.
 */
export type ListIndex<T> = {
  items: readonly T[]
  facets: readonly IndexedFacet[]
  verified: BitSet
  everything: BitSet
}

/** The most values of a filter. The rarest are left out. */
export const MAX_FACET_VALUES = 100

/** Builds the index of a list. Positions count the items in the given order. Reads all items once for each filter. */
export const buildListIndex = <T>(
  items: readonly T[],
  definitions: readonly FacetDefinition<T>[],
  isVerified: (item: T) => boolean,
): ListIndex<T> => ({
  items,
  facets: definitions.map((definition) => indexFacet(items, definition)),
  verified: bitsWhere(items.length, (position) => isVerified(items[position] as T)),
  everything: allBits(items.length),
})

const indexFacet = <T>(items: readonly T[], { name, label, order, valuesOf }: FacetDefinition<T>): IndexedFacet => {
  const found = new Map<string, { value: string; label: string; members: Uint32Array }>()
  for (const [position, item] of items.entries()) {
    for (const given of valuesOf(item)) {
      let entry = found.get(given.value)
      if (!entry) {
        entry = { ...given, members: emptyBits(items.length) }
        found.set(given.value, entry)
      }
      setBit(entry.members, position)
    }
  }
  const counted = [...found.values()].map((entry) => ({ entry, count: countBits(entry.members) }))
  counted.sort((a, b) =>
    order
      ? order.indexOf(a.entry.value) - order.indexOf(b.entry.value)
      : b.count - a.count || (a.entry.label < b.entry.label ? -1 : a.entry.label > b.entry.label ? 1 : 0),
  )
  const values = counted.slice(0, MAX_FACET_VALUES).map(({ entry }) => entry)
  return { name, label, values, byValue: new Map(values.map((entry) => [entry.value, entry])) }
}

/** The positions of a list's items that have a value of a filter; none for an unknown value. */
export const membersOf = <T>(index: ListIndex<T>, name: FacetName, value: string): BitSet => {
  const found = index.facets.find((facet) => facet.name === name)?.byValue.get(value)
  return found ? intersectionOf(index.everything, found.members) : emptyBits(index.items.length)
}

/**
 * Reduces the filters of a query to values that the list has, in the list's order and without duplicates, so that equal choices give equal
 * filters. A value that the list does not have is tried a second time in the spelling of `normalise`.
 */
export const knownFilters = <T>(
  index: ListIndex<T>,
  { filters, verified }: Pick<ListQuery, 'filters' | 'verified'>,
  normalise: (value: string) => string,
): Pick<ListQuery, 'filters' | 'verified'> => {
  const known: { [Name in FacetName]?: readonly string[] } = {}
  for (const { name, values, byValue } of index.facets) {
    const given = filters[name]
    if (!given) continue
    const chosen = new Set(given.map((value) => (byValue.has(value) ? value : normalise(value))))
    const kept = values.filter(({ value }) => chosen.has(value)).map(({ value }) => value)
    if (kept.length > 0) known[name] = kept
  }
  return { filters: known, verified: verified && haveCommon(index.everything, index.verified) }
}

export type Selection = { matches: BitSet; total: number; filters: ListFilters }

type ChosenFilters = Pick<ListQuery, 'filters' | 'verified'>
type ChosenFacet = { facet: IndexedFacet; values: readonly IndexedValue[]; members: BitSet }

/** The filters with chosen values, each with the positions of the items that have any of these values. */
const chosenIn = <T>({ items }: ListIndex<T>, facets: readonly IndexedFacet[], { filters }: ChosenFilters): ChosenFacet[] =>
  facets.flatMap((facet) => {
    const values = (filters[facet.name] ?? []).flatMap((value) => facet.byValue.get(value) ?? [])
    if (values.length === 0) return []
    const members = unionOf(
      items.length,
      values.map((value) => value.members),
    )
    return { facet, values, members }
  })

/** The positions in `scope` that pass the filters: an item needs one of the chosen values of every filter. */
export const matchesIn = <T>(index: ListIndex<T>, scope: BitSet, query: ChosenFilters): BitSet =>
  narrow(index, scope, query, chosenIn(index, index.facets, query))

const narrow = <T>({ verified }: ListIndex<T>, scope: BitSet, query: ChosenFilters, chosen: readonly ChosenFacet[]): BitSet =>
  intersectionOf(scope, ...chosen.map(({ members }) => members), ...(query.verified ? [verified] : []))

/**
 * The positions in `scope` that pass the filters, as matchesIn finds them, and the filters to offer. Each choice says how many results it would
 * give together with the values chosen in the other filters. `query` must come from knownFilters. Filters in `hiddenFacets` are neither
 * offered nor applied.
 */
export const selectFrom = <T>(
  index: ListIndex<T>,
  scope: BitSet,
  query: ChosenFilters,
  hiddenFacets: readonly FacetName[] = [],
): Selection => {
  const facets = index.facets.filter(({ name }) => !hiddenFacets.includes(name))
  const chosen = chosenIn(index, facets, query)
  const matches = narrow(index, scope, query, chosen)
  const offer = (facet: IndexedFacet): Facet => {
    const { name, label, values } = facet
    const picked = query.filters[name] ?? []
    const others = chosen.filter((each) => each.facet !== facet)
    const base = others.length < chosen.length ? narrow(index, scope, query, others) : matches
    return {
      name,
      label,
      choices: values
        .filter(({ value, members }) => haveCommon(scope, members) || picked.includes(value))
        .map(({ value, label, members }) => ({
          value,
          label,
          count: countCommon(base, members),
          chosen: picked.includes(value),
        })),
    }
  }
  return {
    matches,
    total: countBits(matches),
    filters: {
      // A filter with a single value that is not chosen would not change the list.
      facets: facets.map(offer).filter(({ choices }) => choices.length > 1 || choices.some((choice) => choice.chosen)),
      verified:
        query.verified || haveCommon(scope, index.verified)
          ? {
              count: countCommon(narrow(index, scope, { ...query, verified: false }, chosen), index.verified),
              chosen: query.verified,
            }
          : null,
      chips: [
        ...chosen.flatMap(({ facet, values }) => values.map(({ value, label }) => ({ name: facet.name, value, label }))),
        ...(query.verified ? [{ name: 'verified' as const, value: 'true', label: 'Verified' }] : []),
      ],
    },
  }
}

/** Returns matching items in the given order of positions: `count` items, beginning with number `from` (counted from 0). */
export const itemsInOrder = <T>(
  index: ListIndex<T>,
  order: ArrayLike<number>,
  matches: BitSet,
  from: number,
  count: number,
): T[] => {
  const taken: T[] = []
  let seen = 0
  for (let place = 0; place < order.length && taken.length < count; place++) {
    const position = order[place] as number
    if (hasBit(matches, position) && seen++ >= from) taken.push(index.items[position] as T)
  }
  return taken
}
