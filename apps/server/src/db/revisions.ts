/**
 * Says of everything that answers are made of as of which change it is what it is now. Things have names: `entry 42`, `list shown`.
 * Whoever changes one raises its revision; whoever keeps an answer notes what it was made of (see Reads) and asks whether that still
 * stands.
 */
export type Revisions = {
  of: (name: string) => number
  /** These have changed. */
  raise: (names: Iterable<string>) => void
  /** Anything may have changed: changes were missed. */
  raiseAll: () => void
  /** Something whose revision is known elsewhere. It must only grow. */
  follow: (name: string, revision: () => number) => void
  /** Grows whenever anything changes. */
  latest: () => number
  /** Starts to note what is read. */
  reads: () => Reads
  /**
   * What is worked out of other things: worked out again when one of them has changed, and changed itself only where the result is not
   * the same as before. `work` notes what it reads.
   */
  derive: <T>(name: string, work: (reads: Reads) => T, isSame?: (before: T, after: T) => boolean) => T
}

/** What an answer was made of, each with its revision when it was first read. */
export type Reads = {
  note: (name: string) => void
  /** Whether all of it is still what it was. */
  hold: () => boolean
}

/** More names than this are not told apart: when so many have changed, all have. */
const MOST_NAMES = 50_000

type Derived = { value: unknown; reads: Reads; revision: number; renew: () => void }

/** `bringUpToDate` is called before anything is compared: what time alone has changed is raised by then. */
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
    // When all of it was last found to hold.
    let checked = -1
    let held = true
    return {
      note: (name) => {
        if (!noted.has(name)) noted.set(name, of(name))
      },
      hold: () => {
        if (!held) return false
        const now = latest()
        if (now === checked) return true
        for (const [name, revision] of noted) {
          if (of(name) === revision) continue
          held = false
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
          if (own.revision > 0 && own.reads.hold()) return
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
