/** The pauses (ms) after the first, second and third failure. The network may be interrupted for a moment only. */
const PAUSES_MS = [1_000, 4_000, 15_000]

type Options = {
  /** Whether the result is no longer needed. */
  isGone?: () => boolean
  pause?: (ms: number) => Promise<void>
}

const timer = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Loads something with up to three retries. Rejects with the last failure. */
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
