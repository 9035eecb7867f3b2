import type { FacetName, ListQuery } from '@marketplace/contracts/list-query'
import type { Facet, ListFilters } from '@marketplace/contracts/page-data'
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

/** `value` is what an address says, `label` what a screen says. */
export type FacetValue = { value: string; label: string }

/** One filter: which of its values an item has. `order` is that of the values; null puts the most frequent first. */
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
 * A list made ready to be filtered: for each value of each filter, who has it. Items of other lists may be among `items`, under values
 * and among the verified ones too: `everything` says who is in this one.
 */
export type ListIndex<T> = {
  items: readonly T[]
  facets: readonly IndexedFacet[]
  verified: BitSet
  everything: BitSet
}

/** A filter offers no more values than this; the rarest are left out. */
export const MAX_FACET_VALUES = 100

/** Goes through the items once for each filter. Items keep their places: positions count in the order given. */
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

/** Who of a list has a value of a filter; nobody where there is no such value. */
export const membersOf = <T>(index: ListIndex<T>, name: FacetName, value: string): BitSet => {
  const found = index.facets.find((facet) => facet.name === name)?.byValue.get(value)
  return found ? intersectionOf(index.everything, found.members) : emptyBits(index.items.length)
}

/**
 * The filters of a query as this list knows them: values it has, in its order, each once. `normalise` gives a value a second chance
 * in another spelling. The same choice is always the same filters.
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

/** The filters of a query that something is chosen in, each with who has any of the chosen values. */
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

/** What of a scope the filters leave over: within one filter any of the chosen values will do, between filters all must hold. */
export const matchesIn = <T>(index: ListIndex<T>, scope: BitSet, query: ChosenFilters): BitSet =>
  narrow(index, scope, query, chosenIn(index, index.facets, query))

const narrow = <T>({ verified }: ListIndex<T>, scope: BitSet, query: ChosenFilters, chosen: readonly ChosenFacet[]): BitSet =>
  intersectionOf(scope, ...chosen.map(({ members }) => members), ...(query.verified ? [verified] : []))

/**
 * What of a scope the filters leave over, as matchesIn has it, and for each choice how many results it would give: a choice is counted
 * beside what is chosen in the other filters. Takes filters as knownFilters gives them. Filters in `without` are neither offered nor
 * applied.
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
      // A filter that cannot change anything is not worth asking about.
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

/** The items of a set in an order of positions, from the `from`th (counted from 0) on, `count` of them. */
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
