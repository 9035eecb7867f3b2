import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { formatDate } from '@marketplace/domain/dates'
import { canBillFor } from '@marketplace/domain/permissions'
import { useEffect, useState } from 'react'
import { openedSession } from '../../lib/session/start.ts'
import { currentSession } from '../../lib/session/store.ts'

const PAGE = 20
const MOST_PAGES = 10

/** The sentence about the subscription that ends when the application is uninstalled. */
export const paidNote = (
  { trial_ends_at: trialEnd, next_charge_at: next }: RecurrentCharge,
  name: string,
  now: number,
): string => {
  if (trialEnd && Date.parse(trialEnd) > now)
    return `The trial of ${name} is not paid for afterwards: nothing is ever charged. Until ${formatDate(new Date(trialEnd))} you can install it again.`
  const until = next ? `Until ${formatDate(new Date(next))}, to which it is paid,` : 'As long as it is paid for'
  return `${name} is not renewed any more, and not charged again. ${until} you can install it again without paying. Nothing is paid back.`
}

const findCharge = async (id: string, product: Product): Promise<RecurrentCharge | null> => {
  const { billing } = await openedSession()
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { result } = await billing('GET /recurrent_charge/{product}', {
      params: { product },
      query: { page, status: 'active' },
    })
    const found = result.find(({ application }) => application?.id === id)
    if (found || result.length < PAGE) return found ?? null
  }
  return null
}

/** The same sentence for people who may see payments, loaded when the dialog opens; null if there is no subscription. */
export const usePaidNote = (id: string, product: Product, name: string, open: boolean): string | null => {
  const [note, setNote] = useState<{ of: string; text: string } | null>(null)
  useEffect(() => {
    if (!open || !canBillFor(new Set(currentSession()?.permissions), product)) return
    let isGone = false
    findCharge(id, product).then(
      (charge) => charge && !isGone && setNote({ of: id, text: paidNote(charge, name, Date.now()) }),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [open, id, product, name])
  return note?.of === id ? note.text : null
}
