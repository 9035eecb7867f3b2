/** A computed value, and the next instant at which it would change although the data is unchanged. Null means never. */
export type Remembered<T> = { value: T; until: Date | null }

/** Computes a value once for each key, and again after its `until`. */
export type Remember = <T>(key: string, now: Date, work: () => Remembered<T>) => Remembered<T>

/** A cache for values that are computed from a snapshot. It belongs to the snapshot and is dropped with it. */
export const createMemory = (): Remember => {
  const remembered = new Map<string, Remembered<unknown>>()
  return <T>(key: string, now: Date, work: () => Remembered<T>) => {
    const found = remembered.get(key)
    if (found && (!found.until || now < found.until)) return found as Remembered<T>
    const made = work()
    remembered.set(key, made)
    return made
  }
}
