import type { Filter } from '@marketplace/search/filter'

/** The values of facets. Values match in any case; names of facets match exactly. */
export type KnownValues = {
  add: (facets: Readonly<Record<string, readonly string[]>>) => void
  /** A key that is the same for every spelling of a facet's value in upper and lower case. */
  filterOf: (facet: string, value: string) => Filter
}

const NOTHING: Filter = { any: [] }

export const createKnownValues = (): KnownValues => {
  const facets = new Map<string, Map<string, Set<string>>>()
  return {
    add: (given) => {
      for (const [facet, values] of Object.entries(given)) {
        let known = facets.get(facet)
        if (!known) facets.set(facet, (known = new Map()))
        for (const value of values) {
          const key = value.toLowerCase()
          const spellings = known.get(key)
          if (spellings) spellings.add(value)
          else known.set(key, new Set([value]))
        }
      }
    },
    filterOf: (facet, value) => {
      const spellings = facets.get(facet)?.get(value.toLowerCase())
      return spellings ? { any: [...spellings].map((spelling) => ({ facet, value: spelling })) } : NOTHING
    },
  }
}
