import { findVariant } from '@marketplace/contracts/core/variants'
import { canBillFor } from '@marketplace/domain/permissions'
import { useSyncExternalStore } from 'react'
import { onCartNews } from '../../lib/cart-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { currentSession, onSession, whoOf } from '../../lib/session/store.ts'
import { readStored, store } from '../../lib/storage.ts'
import { whenIdle } from '../../lib/when-idle.ts'

// The contents of the open cart, as far as this tab knows. They are stored from page to page, and loaded again whenever a tab of this
// browser has changed the cart. Each document also loads them once when it is idle, because a colleague may have changed the cart.

const KEY = 'marketplace-cart'

type Contents = { who: string; applications: readonly string[] }

let contents: Contents | null = null
const listeners = new Set<() => void>()
const set = (next: Contents | null): void => {
  contents = next
  for (const listener of listeners) listener()
}

/** Identifies a person who may buy for the variant's product; null for others, and for staff who browse as another person. */
const buyer = (): string | null => {
  const session = currentSession()
  if (!session?.data || session.isGhostLogin) return null
  const product = findVariant(document.body.dataset.variant ?? '')?.product ?? 'livechat'
  return canBillFor(new Set(session.permissions), product) ? whoOf(session.data) : null
}

const readKept = (who: string): Contents | null => {
  try {
    const kept = JSON.parse(readStored('sessionStorage', KEY) ?? 'null') as Contents | null
    return kept?.who === who && Array.isArray(kept.applications) ? kept : null
  } catch {
    return null
  }
}

/** Stores the cart's contents that the answer of another call contains. */
export const keepContents = (applications: readonly string[]): void => {
  const who = buyer()
  if (!who) return
  store('sessionStorage', KEY, JSON.stringify({ who, applications }))
  set({ who, applications })
}

const load = async (): Promise<void> => {
  const who = buyer()
  if (!who) return
  const { applications } = await (await openedSession()).product('GET /products-carts/contents')
  if (buyer() === who) keepContents(applications)
}

let isFollowing = false
/** Shows the stored contents, and loads them once for each person and again after each change. If loading fails, the contents stay. */
const follow = (): void => {
  if (isFollowing) return
  isFollowing = true
  let asked: string | null = null
  const look = () => {
    const who = buyer()
    if (who === asked) return
    asked = who
    const kept = who === null ? null : readKept(who)
    set(kept)
    const ask = () =>
      void openedSession().then(
        ({ later }) => later(() => void load().catch(() => {})),
        () => {},
      )
    if (kept) whenIdle(ask)
    else if (who) ask()
  }
  onSession(look)
  look()
  onCartNews(() => void load().catch(() => {}))
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) load().catch(() => {})
  })
}

/** The ids of the applications in the open cart; null if the person may not buy, or before the cart has loaded. */
export const useCartContents = (): readonly string[] | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      follow()
      return () => listeners.delete(listener)
    },
    () => contents?.applications ?? null,
    () => null,
  )

/** Whether the signed-in person may buy. */
export const useMayBuy = (): boolean =>
  useSyncExternalStore(
    onSession,
    () => buyer() !== null,
    () => false,
  )
