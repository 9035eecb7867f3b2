/** The queue was full: one source had too many waiting, or all together had. */
export class QueueFull extends Error {
  readonly by: 'source' | 'all'

  constructor(by: 'source' | 'all') {
    super('the queue is full')
    this.by = by
  }
}

export type QueueLimits = {
  /** How many run at the same time. */
  atOnce: number
  /** How many may wait, over all sources. */
  waiting: number
  /** How many may wait for one source. */
  waitingOfOne: number
}

export type FairQueue = {
  /** Runs the work when it is this source's turn. Rejects with QueueFull if there is no room to wait. */
  run: <T>(source: string, work: () => Promise<T>) => Promise<T>
}

type Waiting = { start: () => void; refuse: () => void }

/**
 * A queue in which sources take turns, however many of one source wait. When the queue is full, the newest entry of the source with the most
 * entries is dropped, so that nobody fills the queue for others.
 */
export const createFairQueue = ({ atOnce, waiting, waitingOfOne }: QueueLimits): FairQueue => {
  /** In the order of their turns. A source with nothing waiting has no entry. */
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

  /** Makes room for another entry of this source, if that is fair. */
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
