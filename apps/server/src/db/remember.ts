/** Something that was worked out, and the next instant at which time alone would change it; null for never. */
export type Remembered<T> = { value: T; until: Date | null }

/** Works it out once for each key and for as long as `until`. */
export type Remember = <T>(key: string, now: Date, work: () => Remembered<T>) => Remembered<T>

/** A memory for what is worked out of a snapshot: kept in it, and gone when it is. */
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
