/** Compares the items at two places. A total order: 0 only for the same place. */
type Compare = (a: number, b: number) => number

/** The places of a live list (see LiveList) in sorted order. One change costs a binary search and a shift, not a new sort. */
export type PlaceOrder = {
  /** All places in order. A view, not a copy: it is valid until the next update. */
  places: () => Uint32Array
  /**
   * Removes the places `out`, then inserts the places `into` where `compare` puts them. A place in both is moved. Returns whether the order may
   * differ from before.
   */
  update: (out: readonly number[], into: readonly number[], compare: Compare) => boolean
}

/** With more changes than this, one pass over the whole order is less work than a shift for each change. */
const MANY = 32

export const createPlaceOrder = (sorted: Iterable<number> = []): PlaceOrder => {
  let places = Uint32Array.from(sorted)
  let length = places.length

  /** The index in `places` at which a place belongs. */
  const placeOf = (place: number, compare: Compare): number => {
    let [from, to] = [0, length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (compare(places[middle] as number, place) < 0) from = middle + 1
      else to = middle
    }
    return from
  }
  const updateOne = (out: readonly number[], into: readonly number[], compare: Compare): boolean => {
    let isMoved = out.length !== into.length
    const left = new Map<number, number>()
    for (const place of out) {
      const at = places.subarray(0, length).indexOf(place)
      if (at < 0) continue
      left.set(place, at)
      places.copyWithin(at, at + 1, length)
      length--
    }
    for (const place of into) {
      const at = placeOf(place, compare)
      // After several removals, an unchanged index does not mean an unchanged order, so the place counts as moved.
      if (out.length > 1 || left.get(place) !== at) isMoved = true
      if (length === places.length) {
        const longer = new Uint32Array(Math.max(16, Math.ceil(length * 1.25)))
        longer.set(places)
        places = longer
      }
      places.copyWithin(at + 1, at, length)
      places[at] = place
      length++
    }
    return isMoved
  }
  const updateMany = (out: readonly number[], into: readonly number[], compare: Compare): boolean => {
    const gone = new Set(out)
    const kept = places.subarray(0, length).filter((place) => !gone.has(place))
    const coming = into.toSorted(compare)
    const merged = new Uint32Array(kept.length + coming.length)
    let filled = 0
    let from = 0
    places = kept
    length = kept.length
    for (const place of coming) {
      const at = placeOf(place, compare)
      merged.set(kept.subarray(from, at), filled)
      filled += at - from
      merged[filled++] = place
      from = at
    }
    merged.set(kept.subarray(from), filled)
    places = merged
    length = merged.length
    return true
  }

  return {
    places: () => places.subarray(0, length),
    update: (out, into, compare) => {
      if (out.length + into.length === 0) return false
      return (out.length + into.length > MANY ? updateMany : updateOne)(out, into, compare)
    },
  }
}
