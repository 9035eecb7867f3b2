/** How many documents are prefetched at a time, and the pause between batches. */
export const PREFETCH_BATCH = 4
export const PREFETCH_PAUSE_MS = 3000

type Options = {
  load: (address: string) => Promise<void>
  later: (work: () => void, ms: number) => void
  isVisible: () => boolean
}

/**
 * The addresses waiting to be fetched ahead, in the order in which they came into view. Each is fetched once, in batches, and only
 * while the document can be seen; one that fails is let be.
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
      // What comes into view together is one batch.
      later(runBatch, 0)
    },
    remove: (address: string): void => {
      waiting.delete(address)
    },
  }
}
