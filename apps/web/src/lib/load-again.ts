/** How long to wait after the first failure, the second and the third: the network may be away for a moment. */
const PAUSES_MS = [1_000, 4_000, 15_000]

type Options = {
  /** Whether nobody waits for it any more. */
  isGone?: () => boolean
  pause?: (ms: number) => Promise<void>
}

const timer = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Loads something, and tries again three times where that fails. Then it rejects with the last failure. */
export const loadAgain = async <T>(load: () => Promise<T>, { isGone = () => false, pause = timer }: Options = {}): Promise<T> => {
  for (const ms of PAUSES_MS) {
    try {
      return await load()
    } catch (error) {
      await pause(ms)
      if (isGone()) throw error
    }
  }
  return load()
}
