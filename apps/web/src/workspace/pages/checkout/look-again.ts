import { CHARGE_POLL_MS } from '@marketplace/contracts/carts/texts'

/** Looks once more after CHARGE_POLL_MS, and tells what was seen: null if the look failed. Call the answer to stop: nothing is told then. */
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
