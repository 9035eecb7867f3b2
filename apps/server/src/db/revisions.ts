/**
 * Counts changes of the data that answers are made from (docs/decisions/0030-a-change-costs-what-it-changes.md). Each piece of data has a
 * name, such as `entry 42` or `list shown`, and a revision that grows with each change. An answer records the revisions that it read (see
 * Reads), and is valid while they are unchanged.
 */
export type Revisions = {
  of: (name: string) => number
  /** Counts a change of each of these. */
  raise: (names: Iterable<string>) => void
  /** Counts a change of everything, after announcements may have been missed. */
  raiseAll: () => void
  /** Uses an external source for the revision of a name. The revision must never decrease. */
  follow: (name: string, revision: () => number) => void
  latest: () => number
  /** Starts a record of what is read. */
  reads: () => Reads
  /**
   * Computes a value from other data, and again after one of them has changed. Its own revision grows only if the new value
   * differs from the old one. `work` notes in `reads` what it reads.
   */
  derive: <T>(name: string, work: (reads: Reads) => T, isSame?: (before: T, after: T) => boolean) => T
}

/** A record of the data that an answer was made from, with the revision of each at its first read. */
export type Reads = {
  note: (name: string) => void
  /** Whether all recorded revisions are unchanged. */
  isCurrent: () => boolean
}

/** The most names in memory. If there are more, everything counts as changed. */
const MOST_NAMES = 50_000

type Derived = { value: unknown; reads: Reads; revision: number; renew: () => void }

/** `bringUpToDate` is called before revisions are compared. It counts the changes that are due because time has passed. */
export const createRevisions = (bringUpToDate: () => void = () => {}): Revisions => {
  const raised = new Map<string, number>()
  const followed = new Map<string, () => number>()
  const derived = new Map<string, Derived>()
  let count = 0
  let all = 0

  const latest = (): number => {
    bringUpToDate()
    let sum = count
    for (const revision of followed.values()) sum += revision()
    return sum
  }
  const raiseAll = (): void => {
    raised.clear()
    all = ++count
  }
  const of = (name: string): number => {
    const known = derived.get(name)
    if (known) {
      known.renew()
      return known.revision
    }
    return followed.get(name)?.() ?? Math.max(raised.get(name) ?? 0, all)
  }

  const reads = (): Reads => {
    const noted = new Map<string, number>()
    // The latest revision at which all recorded data was unchanged.
    let checked = -1
    let unchanged = true
    return {
      note: (name) => {
        if (!noted.has(name)) noted.set(name, of(name))
      },
      isCurrent: () => {
        if (!unchanged) return false
        const now = latest()
        if (now === checked) return true
        for (const [name, revision] of noted) {
          if (of(name) === revision) continue
          unchanged = false
          return false
        }
        checked = now
        return true
      },
    }
  }

  const derive: Revisions['derive'] = (name, work, isSame = Object.is) => {
    let known = derived.get(name)
    if (!known) {
      const own: Derived = {
        value: undefined,
        reads: reads(),
        revision: 0,
        renew: () => {
          if (own.revision > 0 && own.reads.isCurrent()) return
          const noted = reads()
          const made = work(noted)
          if (own.revision === 0 || !isSame(own.value as never, made)) {
            own.value = made
            own.revision++
          }
          own.reads = noted
        },
      }
      known = own
      derived.set(name, own)
    }
    known.renew()
    return known.value as never
  }

  return {
    of,
    latest,
    reads,
    derive,
    raise: (names) => {
      count++
      for (const name of names) raised.set(name, count)
      if (raised.size > MOST_NAMES) raiseAll()
    },
    raiseAll,
    follow: (name, revision) => void followed.set(name, revision),
  }
}
