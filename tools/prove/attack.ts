/** One kind of attack on the product, repeated in rounds. */
export type Attack = {
  name: string
  /** What is true if no round finds a violation, as one sentence. */
  proves: string
  /** Runs the rounds and returns the violations. The same seed gives the same choices. Leaves no processes or files. */
  run: (options: {
    rounds: number
    seed: number
    log: (line: string) => void
  }) => Promise<{ rounds: number; violations: string[] }>
}
