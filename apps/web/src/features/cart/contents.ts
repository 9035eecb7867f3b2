import { findVariant } from '@marketplace/contracts/core/variants'
import { canBillFor } from '@marketplace/domain/permissions'
import { useSyncExternalStore } from 'react'
import { onCartNews } from '../../lib/cart-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { currentSession, onSession, whoOf } from '../../lib/session/store.ts'
import { readStored, store } from '../../lib/storage.ts'
import { whenIdle } from '../../lib/when-idle.ts'

// What is in the open cart, as this tab knows it: kept from page to page, and asked for again whenever a tab has changed it. A colleague may
// have changed it too, so each document asks once more when it is idle.

const KEY = 'marketplace-cart'

type Contents = { who: string; applications: readonly string[] }

let contents: Contents | null = null
const listeners = new Set<() => void>()
const set = (next: Contents | null): void => {
  contents = next
  for (const listener of listeners) listener()
}

/** Who may buy with the variant's licence; null for nobody, and for support that browses as somebody else. */
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

/** What another call has answered of the cart counts as much as an answer to this. */
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
/** Shows what is kept, and asks once for each person, then only after a change. A failure leaves what is known. */
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
    const ask = () => void load().catch(() => {})
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

/** The ids of the applications in the open cart; null where nobody may buy, or it is not known yet. */
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

/** Whether whoever is signed in may buy. */
export const useMayBuy = (): boolean =>
  useSyncExternalStore(
    onSession,
    () => buyer() !== null,
    () => false,
  )
