/** Stores for many ids the next instant at which the passing of time changes something, and returns the ids whose instant has passed. */
export const createInstants = () => {
  const idsAt = new Map<number, Set<string>>()
  const instantOf = new Map<string, number>()
  // Ascending. Most of these changes happen at midnight, so there are few different instants.
  const instants: number[] = []

  const indexOf = (instant: number): number => {
    let [from, to] = [0, instants.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((instants[middle] as number) < instant) from = middle + 1
      else to = middle
    }
    return from
  }

  const set = (id: string, next: Date | null): void => {
    const [before, after] = [instantOf.get(id), next?.getTime()]
    if (before === after) return
    if (before !== undefined) {
      const ids = idsAt.get(before)
      ids?.delete(id)
      if (ids?.size === 0) {
        idsAt.delete(before)
        instants.splice(indexOf(before), 1)
      }
      instantOf.delete(id)
    }
    if (after === undefined) return
    instantOf.set(id, after)
    const ids = idsAt.get(after)
    if (ids) ids.add(id)
    else {
      idsAt.set(after, new Set([id]))
      instants.splice(indexOf(after), 0, after)
    }
  }

  return {
    set,
    next: (): Date | null => (instants[0] === undefined ? null : new Date(instants[0])),
    /** Removes and returns the ids whose instant has passed. */
    removeUntil: (now: Date): string[] => {
      const taken: string[] = []
      while (instants[0] !== undefined && instants[0] <= now.getTime()) {
        const ids = [...(idsAt.get(instants[0]) ?? [])]
        taken.push(...ids)
        for (const id of ids) set(id, null)
      }
      return taken
    },
  }
}
