/** A pseudo-random generator. The same seed gives the same numbers on every machine. */
export type Random = {
  /** From 0 (included) to 1 (excluded). */
  next: () => number
  /** A whole number from `low` to `high`, both included. */
  int: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(from: readonly T[]) => T
  /** Some different elements, in their original order. */
  some: <T>(from: readonly T[], count: number) => T[]
  /** A length as of real texts: mostly near `median`, a few much longer. */
  length: (median: number, spread: number, bounds: readonly [number, number]) => number
}

/** A 32-bit hash of numbers, to make one seed of several. */
export const mix = (...values: readonly number[]): number => {
  let hash = 0x811c9dc5
  for (const value of values) hash = Math.imul(hash ^ value ^ (value >>> 15), 0x01000193) ^ (hash >>> 13)
  return hash >>> 0
}

/** mulberry32: small, fast, and random enough for invented words. */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(from: readonly T[]): T => from[int(0, from.length - 1)] as T
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    some: (from, count) => {
      const places = new Set<number>()
      while (places.size < Math.min(count, from.length)) places.add(int(0, from.length - 1))
      return from.filter((_, place) => places.has(place))
    },
    length: (median, spread, [low, high]) => {
      // Box-Muller: two uniform numbers give a normally distributed one.
      const bell = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return Math.round(Math.min(high, Math.max(low, median * Math.exp(spread * bell))))
    },
  }
}

/** Draws numbers from 0 to `count` - 1, with low ones more often: n occurs about n^-`exponent` as often as the first. */
export const zipf = (count: number, exponent: number): ((random: Random) => number) => {
  const sums = new Float64Array(count)
  let sum = 0
  for (let place = 0; place < count; place++) sums[place] = sum += (place + 1) ** -exponent
  return (random) => {
    const wanted = random.next() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
