/** Strangers may call this as often as they like, so its result is reused for this long. */
const KEPT_MS = 1_000

/** Calls `ask` at most once a second, never twice at once. Callers in between get the same result. */
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
