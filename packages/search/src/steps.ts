/** Work in short steps. Other work can run between two of them. */
export type Steps<Result> = Generator<void, Result>

/** Runs all steps without a break and returns the result. */
export const doAll = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
