import { siteOf } from '@marketplace/domain/network'
import { SearchRefused } from '../ports/search.ts'

/** Does the work when the caller, an address, has its turn. Rejects with SearchRefused where it gets none. */
export type TakeTurn = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>

/** Why a caller has no turn: it has too much waiting already, or everybody together has. */
type NoTurn = 'too-many' | 'busy'

const refused = (reason: NoTurn): SearchRefused =>
  new SearchRefused(
    reason,
    reason === 'busy'
      ? 'The search has too much to do right now. Try again in a moment.'
      : 'Too many searches at once come from this address. Try again in a moment.',
  )

export type TurnLimits = {
  /** So much work is done at once. */
  atOnce: number
  /** So much may wait of one caller, and of all callers together. */
  ofOne: number
  ofAll: number
  /** Whoever has waited for so long does not get a turn any more: most have given up by then. */
  waitMs: number
}

type Waiting = { since: number; begin: () => void; refuse: (reason: NoTurn) => void }

/**
 * Lets work wait for its turn. Callers take turns, however much each of them has waiting, so whoever asks much waits for himself. When
 * all places are taken, who has most waiting gives one up for who has less.
 */
export const createTurns = (
  { atOnce, ofOne, ofAll, waitMs }: TurnLimits,
  now: () => number = () => performance.now(),
): TakeTurn => {
  /** By caller, who has the next turn first. */
  const queues = new Map<string, Waiting[]>()
  let waiting = 0
  let running = 0

  /** Who has the next turn, taken out of the queue; nobody while enough work is under way. */
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
  /** Takes a place from who has more waiting than this; false where nobody has. */
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
  const refusalOf = (caller: string): NoTurn | null => {
    const own = queues.get(caller)?.length ?? 0
    if (own >= ofOne) return 'too-many'
    return waiting >= ofAll && !makeRoom(own) ? 'busy' : null
  }

  return (address, work) => {
    const caller = siteOf(address)
    const refusal = running < atOnce && waiting === 0 ? null : refusalOf(caller)
    if (refusal) return Promise.reject(refused(refusal))
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        running++
        work()
          .then(resolve, reject)
          .finally(() =>
            // Whatever else the process has to do comes between this work and the next, even if nothing waits yet.
            setImmediate(() => {
              running--
              beginNext()
            }),
          )
      }
      if (running < atOnce && waiting === 0) return begin()
      waiting++
      queues.set(caller, [...(queues.get(caller) ?? []), { since: now(), begin, refuse: (reason) => reject(refused(reason)) }])
    })
  }
}
