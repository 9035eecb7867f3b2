/** An answer holds for so long: strangers may ask as often as they like. */
const KEPT_MS = 1_000

/** Asks at most once a second, and one at a time; whoever comes meanwhile gets the same answer. */
export const createProbe = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let kept: Promise<T> | null = null
  return () => {
    if (kept) return kept
    kept = ask()
    const forget = () => void setTimeout(() => (kept = null), KEPT_MS).unref()
    kept.then(forget, forget)
    return kept
  }
}
