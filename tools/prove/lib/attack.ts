/** The outcome of an attack. `summary`: lines that say how often what was done. */
export type Proven = { rounds: number; violations: string[]; summary?: readonly string[] }

/** One kind of attack on the product, repeated in rounds. */
export type Attack = {
  name: string
  /** The statement that holds if no round finds a violation, as one sentence. */
  proves: string
  /** Whether even a single round takes too long for `npm test`. */
  onlyProve?: true
  /** The number of rounds after which each kind of round has run; 1 by default. */
  fewestRounds?: number
  /** Returns why the attack cannot run on this machine, or null if it can. Without this function it can run everywhere. */
  impossible?: () => string | null
  /**
   * Runs the rounds, and returns the violations that they found. The same seed makes the same choices. Leaves no process and no file
   * behind.
   */
  run: (options: { rounds: number; seed: number; log: (line: string) => void }) => Promise<Proven>
}
