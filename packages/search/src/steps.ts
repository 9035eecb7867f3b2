/** Work in steps, none of which takes long: between two of them others can have their turn. */
export type Steps<Result> = Generator<void, Result>

/** Does all steps at once. */
export const doAll = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
