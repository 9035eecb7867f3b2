import { CHARGE_POLL_MS } from '@marketplace/contracts/carts/texts'

/** Calls `look` once after CHARGE_POLL_MS, and `tell` with its result, or with null if it failed. Returns a function that cancels this. */
export const lookAgain = <Seen>(look: () => Promise<Seen>, tell: (seen: Seen | null) => void): (() => void) => {
  let isOver = false
  const timer = setTimeout(() => {
    look().then(
      (seen) => isOver || tell(seen),
      () => isOver || tell(null),
    )
  }, CHARGE_POLL_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
