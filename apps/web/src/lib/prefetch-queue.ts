/** The number of pages that are prefetched together, and the pause between batches (ms). */
export const PREFETCH_BATCH = 4
const PREFETCH_PAUSE_MS = 3000

type Options = {
  load: (address: string) => Promise<void>
  later: (work: () => void, ms: number) => void
  isVisible: () => boolean
}

/**
 * A queue of addresses to prefetch, in the order in which their links came into view. Each is fetched once, in batches, while the
 * document is visible. Failures are not retried.
 */
export const createPrefetchQueue = ({ load, later, isVisible }: Options) => {
  const waiting = new Set<string>()
  const taken = new Set<string>()
  let running = false
  const runBatch = (): void => {
    running = waiting.size > 0
    if (!running) return
    if (isVisible()) {
      for (const address of [...waiting].slice(0, PREFETCH_BATCH)) {
        waiting.delete(address)
        taken.add(address)
        load(address).catch(() => {})
      }
    }
    later(runBatch, PREFETCH_PAUSE_MS)
  }
  return {
    add: (address: string): void => {
      if (taken.has(address)) return
      waiting.add(address)
      if (running) return
      running = true
      // Links that come into view together make one batch.
      later(runBatch, 0)
    },
    remove: (address: string): void => {
      waiting.delete(address)
    },
  }
}
