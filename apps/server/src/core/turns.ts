/** Runs the work when it is the caller's turn. Rejects with NoTurn if the caller's work is refused. */
export type TakeTurn = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>

/** Why work is refused: its caller has too much waiting work, or all callers together have. */
type Reason = 'too-many' | 'busy'

export class NoTurn extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason === 'busy' ? 'There is too much to do right now.' : 'The caller has too much work waiting.')
    this.reason = reason
  }
}

export type TurnLimits = {
  /** The most work that runs at once. */
  atOnce: number
  /** The most waiting work of one caller, and of all callers together. */
  ofOne: number
  ofAll: number
  /** Work that has waited this long (ms) is refused, because most clients have given up by then. */
  waitMs: number
}

type Waiting = { since: number; begin: () => void; refuse: (reason: Reason) => void }

/**
 * Queues work. Callers take turns, however much work each has waiting, so a caller with much work delays only itself. When the queue is
 * full, the caller with the most waiting work loses a place to a caller with less.
 */
export const createTurns = (
  { atOnce, ofOne, ofAll, waitMs }: TurnLimits,
  now: () => number = () => performance.now(),
): TakeTurn => {
  /** Waiting work by caller; the caller with the next turn is first. */
  const queues = new Map<string, Waiting[]>()
  let waiting = 0
  let running = 0

  /** Takes the next work out of the queue; undefined while enough work is running. */
  const takeNext = (): Waiting | undefined => {
    const [next] = running < atOnce ? queues : []
    if (!next) return undefined
    const [caller, queue] = next
    waiting--
    queues.delete(caller)
    if (queue.length > 1) queues.set(caller, queue.slice(1))
    return queue[0]
  }
  const beginNext = (): void => {
    for (let next = takeNext(); next; next = takeNext())
      if (now() - next.since > waitMs) next.refuse('busy')
      else next.begin()
  }
  /** Takes a place from a caller that has more waiting than this. Returns false if no caller has. */
  const makeRoom = (own: number): boolean => {
    const [, longest] = [...queues].reduce<[string, Waiting[]]>(
      (most, each) => (each[1].length > most[1].length ? each : most),
      ['', []],
    )
    if (longest.length <= own + 1) return false
    waiting--
    longest.pop()?.refuse('too-many')
    return true
  }
  const refusalOf = (caller: string): Reason | null => {
    const own = queues.get(caller)?.length ?? 0
    if (own >= ofOne) return 'too-many'
    return waiting >= ofAll && !makeRoom(own) ? 'busy' : null
  }

  return (caller, work) => {
    const refusal = running < atOnce && waiting === 0 ? null : refusalOf(caller)
    if (refusal) return Promise.reject(new NoTurn(refusal))
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        running++
        work()
          .then(resolve, reject)
          .finally(() =>
            // Lets other work of the process run before the next one, even if none waits yet.
            setImmediate(() => {
              running--
              beginNext()
            }),
          )
      }
      if (running < atOnce && waiting === 0) return begin()
      waiting++
      queues.set(caller, [...(queues.get(caller) ?? []), { since: now(), begin, refuse: (reason) => reject(new NoTurn(reason)) }])
    })
  }
}
