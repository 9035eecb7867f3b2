import { type BitSet, clearBit, countCommon, emptyBits, growBits, hasBit, haveCommon, setBit } from './bit-set.ts'
import { type FacetDefinition, type IndexedFacet, type ListIndex, MAX_FACET_VALUES } from './list-index.ts'
import { createPlaceOrder, type PlaceOrder } from './place-order.ts'

/** An order of items, such as by price. `sort` and `compare` must agree. */
export type LiveOrder<T> = {
  name: string
  /** Whether an item may have another position now than it had at `then`; the item has changed from `before` to `after`. */
  isMoved: (before: T, then: Date, after: T, now: Date) => boolean
  sort: (items: readonly T[], now: Date) => T[]
  compare: (now: Date) => (a: T, b: T) => number
}

export type LiveListOptions<T> = {
  idOf: (item: T) => string
  facets: readonly FacetDefinition<T>[]
  orders: readonly LiveOrder<T>[]
  /** The marks of an item at an instant: the names of the lists that contain it, and of other facts that narrow lists. */
  marksOf: (item: T, now: Date) => readonly string[]
  /** The marks that are lists. Changes of their counts and orders are reported for each. */
  lists: readonly string[]
}

/** A changed item in its new state; null if it was deleted. */
export type LiveChange<T> = { id: string; item: T | null }

/**
 * Lists that can be filtered, counted, sorted and paged while single items are added, removed and changed. The cost of a change depends
 * only on the item, not on the length of the lists (docs/decisions/0030). Every item has a fixed place, a number that is never given to
 * another item.
 */
export type LiveList<T> = {
  /** Applies changes as of `now`, which may not be before the last update. Returns the names of what has changed: see `changeNames`. */
  update: (changes: readonly LiveChange<T>[], now: Date) => Set<string>
  places: { readonly of: ReadonlyMap<string, number>; readonly size: number }
  itemAt: (place: number) => T | undefined
  /** The places of the items that have a mark. */
  marked: (mark: string) => BitSet
  order: (name: string) => Uint32Array
  /** The current state of a list, with some of the filters. `verified` is the mark of verified items. */
  index: (list: string, facets: readonly string[], verified: string) => ListIndex<T>
}

/** The names that `update` returns. */
export const changeNames = {
  mark: (mark: string) => `mark ${mark}`,
  /** The items of a list, or their values of filters. */
  list: (list: string) => `list ${list}`,
  order: (list: string, order: string) => `order ${order} of ${list}`,
}

type Value = { value: string; members: Uint32Array; labels: Map<string, number> }
type Facet<T> = { definition: FacetDefinition<T>; values: Map<string, Value> }

export const createLiveList = <T>({
  idOf,
  facets: definitions,
  orders: ordered,
  marksOf,
  lists,
}: LiveListOptions<T>): LiveList<T> => {
  const items: (T | undefined)[] = []
  const placeOf = new Map<string, number>()
  const marks = new Map<string, Uint32Array>()
  const facets: Facet<T>[] = definitions.map((definition) => ({ definition, values: new Map() }))
  const orders = new Map<string, PlaceOrder>(ordered.map(({ name }) => [name, createPlaceOrder()]))
  let then = new Date(-8.64e15)
  let size = 0

  const grown = (bits: Uint32Array): Uint32Array => growBits(bits, size)

  /** Gives a place exactly the wanted marks. Returns its previous marks, and the marks that were set or cleared. */
  const mark = (place: number, wanted: ReadonlySet<string>): { had: string[]; changed: string[] } => {
    const had: string[] = []
    const changed: string[] = []
    for (const [name, bits] of marks) {
      if (!hasBit(bits, place)) continue
      had.push(name)
      if (wanted.has(name)) continue
      clearBit(bits, place)
      changed.push(name)
    }
    for (const name of wanted) {
      let bits = marks.get(name)
      if (bits && hasBit(bits, place)) continue
      bits = grown(bits ?? emptyBits(size))
      setBit(bits, place)
      marks.set(name, bits)
      changed.push(name)
    }
    return { had, changed }
  }

  /** Moves a place from the filter values of the old item to those of the new one. Returns whether the values differ. */
  const file = (place: number, before: T | null, after: T | null): boolean => {
    let isChanged = false
    for (const { definition, values } of facets) {
      const old = valuesOf(definition, before)
      const wanted = valuesOf(definition, after)
      for (const [value, label] of wanted) {
        if (old.get(value) === label) continue
        isChanged = true
        let own = values.get(value)
        if (!own) {
          own = { value, members: emptyBits(size), labels: new Map() }
          values.set(value, own)
        }
        own.members = grown(own.members)
        setBit(own.members, place)
        own.labels.set(label, (own.labels.get(label) ?? 0) + 1)
      }
      for (const [value, label] of old) {
        if (wanted.get(value) === label) continue
        isChanged = true
        const own = values.get(value)
        if (!own) continue
        if (!wanted.has(value)) clearBit(own.members, place)
        forget(own, label)
        if (own.labels.size === 0) values.delete(value)
      }
    }
    return isChanged
  }
  const forget = ({ labels }: Value, label: string): void => {
    const count = (labels.get(label) ?? 0) - 1
    if (count > 0) labels.set(label, count)
    else labels.delete(label)
  }

  const place = (id: string): number => {
    const known = placeOf.get(id)
    if (known !== undefined) return known
    placeOf.set(id, size)
    return size++
  }

  const update = (given: readonly LiveChange<T>[], now: Date): Set<string> => {
    const changed = new Set<string>()
    const moves = new Map(
      ordered.map(({ name }) => [name, { out: [] as number[], into: [] as number[], lists: new Set<string>() }]),
    )
    for (const { id, item } of given) {
      if (item === null && !placeOf.has(id)) continue
      const at = place(id)
      const before = items[at] ?? null
      const marked = mark(at, new Set(item === null ? [] : marksOf(item, now)))
      const isFiledAnew = file(at, before, item)
      const inLists = lists.filter((list) => marked.had.includes(list) || marked.changed.includes(list))
      for (const name of marked.changed) changed.add(changeNames.mark(name))
      if (isFiledAnew || marked.changed.length > 0) for (const list of inLists) changed.add(changeNames.list(list))
      for (const { name, isMoved } of ordered) {
        const move = moves.get(name)
        if (!move || (before !== null && item !== null && !isMoved(before, then, item, now))) continue
        if (before !== null) move.out.push(at)
        if (item !== null) move.into.push(at)
        for (const list of inLists) move.lists.add(list)
      }
      if (item === null) placeOf.delete(id)
      items[at] = item ?? undefined
    }
    for (const { name, sort, compare } of ordered) {
      const [move, order] = [moves.get(name), orders.get(name)]
      if (!move || !order) continue
      const byItem = compare(now)
      if (order.places().length === 0) {
        // For the first load: `sort` computes its keys once for each item, `compare` once for each comparison.
        const coming = sort(
          move.into.map((at) => items[at] as T),
          now,
        )
        orders.set(name, createPlaceOrder(coming.map((item) => placeOf.get(idOf(item)) as number)))
      } else if (!order.update(move.out, move.into, (a, b) => byItem(items[a] as T, items[b] as T))) continue
      for (const list of move.lists) changed.add(changeNames.order(list, name))
    }
    then = now
    return changed
  }

  const marked = (name: string): BitSet => marks.get(name) ?? emptyBits(size)

  /** The values of a filter that items of a list have: in their own order, or the most frequent first. */
  const indexed = ({ definition: { name, label, order }, values }: Facet<T>, everything: BitSet): IndexedFacet => {
    const counted = [...values.values()].flatMap((entry) => {
      const count = order ? Number(haveCommon(everything, entry.members)) : countCommon(everything, entry.members)
      return count === 0 ? [] : [{ entry, label: labelOf(entry), count }]
    })
    counted.sort((a, b) =>
      order
        ? order.indexOf(a.entry.value) - order.indexOf(b.entry.value)
        : b.count - a.count || compareText(a.label, b.label) || compareText(a.entry.value, b.entry.value),
    )
    const shown = counted
      .slice(0, MAX_FACET_VALUES)
      .map(({ entry: { value, members }, label: text }) => ({ value, label: text, members: members as BitSet }))
    return { name, label, values: shown, byValue: new Map(shown.map((entry) => [entry.value, entry])) }
  }

  return {
    update,
    places: {
      of: placeOf,
      get size() {
        return size
      },
    },
    itemAt: (at) => items[at],
    marked,
    order: (name) => orders.get(name)?.places() ?? new Uint32Array(0),
    index: (list, names, verified) => {
      const everything = marked(list)
      return {
        items: items as readonly T[],
        facets: names
          .flatMap((name) => facets.filter(({ definition }) => definition.name === name))
          .map((facet) => indexed(facet, everything)),
        verified: marked(verified),
        everything,
      }
    },
  }
}

/** The values that an item has of a filter, each once, with their labels; none for null. */
const valuesOf = <T>({ valuesOf: read }: FacetDefinition<T>, item: T | null): Map<string, string> => {
  const values = new Map<string, string>()
  if (item !== null) for (const { value, label } of read(item)) if (!values.has(value)) values.set(value, label)
  return values
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The label that most items use for a value; of equally frequent ones the first alphabetically. */
const labelOf = ({ labels }: Value): string => [...labels].toSorted(([a, m], [b, n]) => n - m || compareText(a, b))[0]?.[0] ?? ''
