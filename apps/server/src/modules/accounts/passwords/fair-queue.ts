/** The queue was full: one source, or all sources together, had too many waiting tasks. */
export class QueueFull extends Error {
  readonly by: 'source' | 'all'

  constructor(by: 'source' | 'all') {
    super('the queue is full')
    this.by = by
  }
}

export type QueueLimits = {
  /** The number of tasks that run at the same time. */
  atOnce: number
  /** The maximum number of waiting tasks of all sources. */
  waiting: number
  /** The maximum number of waiting tasks of one source. */
  waitingOfOne: number
}

export type FairQueue = {
  /** Runs a task when it is this source's turn. Rejects with QueueFull if the queue has no room. */
  run: <T>(source: string, work: () => Promise<T>) => Promise<T>
}

type Waiting = { start: () => void; refuse: () => void }

/**
 * A queue in which sources take turns, even if one source has many waiting tasks. When the queue is full, the newest task of the source with
 * the most waiting tasks is dropped, so that no source can keep out others.
 */
export const createFairQueue = ({ atOnce, waiting, waitingOfOne }: QueueLimits): FairQueue => {
  /** The waiting tasks of each source, in the order of the turns. Sources without waiting tasks have no entry. */
  const sources = new Map<string, Waiting[]>()
  let running = 0
  let waits = 0

  const startNext = () => {
    const [first] = sources
    if (!first || running >= atOnce) return
    const [source, [next, ...others]] = first
    sources.delete(source)
    if (others.length > 0) sources.set(source, others)
    waits -= 1
    next?.start()
  }

  /** Makes room for another task of this source, if another source has at least two more waiting tasks. */
  const makeRoom = (source: string): boolean => {
    if (waits < waiting) return true
    const [greediest, theirs = []] = [...sources].reduce((most, each) => (each[1].length > most[1].length ? each : most))
    if (greediest === source || theirs.length <= (sources.get(source)?.length ?? 0) + 1) return false
    waits -= 1
    theirs.pop()?.refuse()
    return true
  }

  return {
    run: (source, work) =>
      new Promise((resolve, reject) => {
        const start = () => {
          running += 1
          const done = async () => work()
          void done()
            .then(resolve, reject)
            .finally(() => {
              running -= 1
              startNext()
            })
        }
        if (running < atOnce) return start()
        const own = sources.get(source) ?? []
        if (own.length >= waitingOfOne) return reject(new QueueFull('source'))
        if (!makeRoom(source)) return reject(new QueueFull('all'))
        own.push({ start, refuse: () => reject(new QueueFull('all')) })
        sources.set(source, own)
        waits += 1
      }),
  }
}
