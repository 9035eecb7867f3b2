import { CHARGE_POLL_MS } from '@marketplace/contracts/carts/texts'

/** Looks once after CHARGE_POLL_MS and tells the result; null if that failed. Returns a function that cancels it. */
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
