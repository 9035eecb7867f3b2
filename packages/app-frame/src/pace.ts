type Later = (work: () => void, ms: number) => unknown

/**
 * Returns a function that runs work at once. During the pause that follows, it keeps only the last work and runs it at the end of the
 * pause.
 */
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
