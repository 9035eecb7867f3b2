import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { formatDate } from '@marketplace/domain/dates'
import { canBillFor } from '@marketplace/domain/permissions'
import { useEffect, useState } from 'react'
import { openedSession } from '../../lib/session/start.ts'
import { currentSession } from '../../lib/session/store.ts'

const PAGE = 20
const MOST_PAGES = 10

type Subscription = Pick<RecurrentCharge, 'trial_ends_at' | 'next_charge_at'>

/** The sentence about the subscription that ends when the application is uninstalled. */
export const paidNote = ({ trial_ends_at: trialEnd, next_charge_at: next }: Subscription, name: string, now: number): string => {
  if (trialEnd && Date.parse(trialEnd) > now)
    return `The trial of ${name} is not paid for afterwards: nothing is ever charged. Until ${formatDate(new Date(trialEnd))} you can install it again.`
  if (!next || Date.parse(next) <= now)
    return `${name} is not charged again, and what is still to be paid is not charged either. To use it again, you have to buy it again.`
  return `${name} is not renewed any more, and not charged again. Until ${formatDate(new Date(next))}, to which it is paid, you can install it again without paying. Nothing is paid back.`
}

/** The sentence about an application that was paid for once. */
export const paidOnceNote = (name: string): string =>
  `${name} was paid for once, and stays paid for: you can install it again without paying. Nothing is paid back.`

type Ask = Awaited<ReturnType<typeof openedSession>>['billing']

const find = async <Charge>(
  read: (page: number) => Promise<{ result: readonly Charge[] }>,
  isIt: (charge: Charge) => boolean,
): Promise<Charge | null> => {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { result } = await read(page)
    const found = result.find(isIt)
    if (found || result.length < PAGE) return found ?? null
  }
  return null
}

type Asked = { id: string; product: Product; name: string }

const readNote = async (billing: Ask, { id, product, name }: Asked): Promise<string | null> => {
  // An active subscription is listed with one whose last payment has failed. A frozen one is not.
  for (const status of ['active', 'frozen'] as const) {
    const read = (page: number) => billing('GET /recurrent_charge/{product}', { params: { product }, query: { page, status } })
    const charge = await find(read, ({ application }) => application?.id === id)
    if (charge) return paidNote(charge, name, Date.now())
  }
  const read = (page: number) =>
    billing('GET /direct_charge/{product}', { params: { product }, query: { page, status: 'success' } })
  const isKept = ({ application, plan_id: plan, refunded, taxes }: DirectCharge) =>
    application?.id === id && plan !== null && (refunded === 0 || refunded < taxes.total_price)
  return (await find(read, isKept)) && paidOnceNote(name)
}

/** The sentence for people who may see payments, loaded when the dialog opens; null if nothing was paid for. */
export const usePaidNote = (id: string, product: Product, name: string, open: boolean): string | null => {
  const [note, setNote] = useState<{ of: string; text: string } | null>(null)
  useEffect(() => {
    if (!open || !canBillFor(new Set(currentSession()?.permissions), product)) return
    let isGone = false
    openedSession()
      .then(({ billing }) => readNote(billing, { id, product, name }))
      .then(
        (text) => text !== null && !isGone && setNote({ of: id, text }),
        () => {},
      )
    return () => {
      isGone = true
    }
  }, [open, id, product, name])
  return note?.of === id ? note.text : null
}
