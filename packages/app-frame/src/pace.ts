type Later = (work: () => void, ms: number) => unknown

/** Runs work at once, and of what comes in the pause after it only the last, when the pause is over. */
export const createPace = (pauseMs: number, later: Later = setTimeout): ((work: () => void) => void) => {
  let isPausing = false
  let last: (() => void) | null = null
  const run = (work: () => void): void => {
    if (isPausing) {
      last = work
      return
    }
    isPausing = true
    later(() => {
      isPausing = false
      const next = last
      last = null
      if (next) run(next)
    }, pauseMs)
    work()
  }
  return run
}
