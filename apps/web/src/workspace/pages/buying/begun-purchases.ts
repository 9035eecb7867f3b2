import { readStored, store } from '../../../lib/storage.ts'

/** Session storage: the ids of the carts and charges that this tab pays for. */
const KEY = 'marketplace-paying'
const MOST = 20

/** The same for this document, where the browser does not allow storage. */
const here = new Set<string>()
const stored = (): string[] => readStored('sessionStorage', KEY)?.split(' ') ?? []

/** Notes that this tab pays for a cart or a charge. */
export const notePurchase = (id: string): void => {
  here.add(id)
  store('sessionStorage', KEY, [...stored().filter((other) => other !== id), id].slice(-MOST).join(' '))
}

/**
 * Whether this tab has paid for a cart or a charge that is paid now. True only once, also after a reload. False for what was paid
 * before, or by somebody else.
 */
export const takePurchase = (id: string): boolean => {
  const before = stored()
  const isStored = before.includes(id)
  if (isStored) store('sessionStorage', KEY, before.filter((other) => other !== id).join(' ') || null)
  return here.delete(id) || isStored
}
