/** One kind of attack on the product, repeated in rounds. */
export type Attack = {
  name: string
  /** What is true if no round finds a violation, as one sentence. */
  proves: string
  /** Whether it takes too long for `npm test`, with however few rounds. */
  onlyProve?: true
  /** The fewest rounds in which each of its kinds comes; 1 without it. */
  fewestRounds?: number
  /** Why it cannot be run on this machine; null where it can. Without this it can everywhere. */
  impossible?: () => string | null
  /** Runs the rounds and says what went wrong in them. The same seed makes the same choices. Leaves no process and no file behind. */
  run: (options: {
    rounds: number
    seed: number
    log: (line: string) => void
  }) => Promise<{ rounds: number; violations: string[] }>
}
