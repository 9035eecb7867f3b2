import type { Product } from '@marketplace/contracts/core/enumerations'
import { useEffect, useState } from 'react'
import { readCharge } from './charge-calls.ts'
import { lookAgain } from '../../../lib/purchases/look-again.ts'
import { type Charge, chargeStatus } from '../../../lib/purchases/charge-status.ts'

/** The current charge: loaded every two seconds while its payment is under way, until it has ended or the screen is left. */
export const usePolledCharge = (given: Charge | undefined, product: Product) => {
  const [kept, setKept] = useState<{ of: string; charge: Charge } | null>(null)
  const charge = kept && kept.of === given?.id ? kept.charge : given
  const set = (next: Charge) => setKept({ of: next.id, charge: next })
  const running = charge && chargeStatus(charge) === 'running' ? charge : null
  useEffect(() => {
    if (!running) return
    // A failed check is followed by another.
    return lookAgain(
      () => readCharge(product, running),
      (seen) => setKept({ of: running.id, charge: seen ?? { ...running } }),
    )
  }, [running, product])
  return { charge, set }
}
