import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refusalOf } from '@marketplace/contracts/api/client'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_POLL_MS } from '@marketplace/contracts/carts/texts'
import { useEffect, useRef, useState } from 'react'
import { onCartNews, tellCart } from '../../../lib/cart-news.ts'
import { hostCart } from '../../../lib/host/host-cart.ts'
import { tellHost } from '../../../lib/host/tell-host.ts'
import { openedSession } from '../../../lib/session/start.ts'
import { call } from '../../data/use-endpoint.ts'
import { isSignedOut } from './cart-failure.ts'

/** `shown` is the cart as the person knows it: what they have changed themselves is no news. */
export type HeldCart = { cart: Cart; etag: string | null; shown: Cart }

const isOver = ({ state }: Cart): boolean => state === 'purchased' || state === 'closed'

/** Asks only whether something has changed, where an answer is there already. */
const readCart = async (id: string, held: HeldCart | undefined): Promise<HeldCart> => {
  const session = await openedSession()
  const path = `/products-carts/${encodeURIComponent(id)}`
  const response = await session.send('product', path, held?.etag ? { 'if-none-match': held.etag } : {})
  if (response.status === 304 && held) return held
  if (!response.ok) throw await refusalOf(response)
  const cart = (await response.json()) as Cart
  return { cart, etag: response.headers.get('etag'), shown: held?.cart.id === cart.id ? held.shown : cart }
}

const whileCreating = new WeakSet<object>()
/** Whether it was making a cart that failed, and not reading one. */
export const isCreateFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && whileCreating.has(error)

const createCart = () =>
  call('product', 'POST /products-carts').catch((error: unknown) => {
    if (typeof error === 'object' && error !== null) whileCreating.add(error)
    throw error
  })

/** The open cart of the licence, or a new one where there is none. What is in it is asked first: where nothing is, no cart is no error. */
const openCart = async (): Promise<HeldCart> => {
  const { applications } = await call('product', 'GET /products-carts/contents')
  const cart = applications.length > 0 ? await call('product', 'GET /products-carts/recent') : await createCart()
  return { cart, etag: null, shown: cart }
}

/** A cart, or the open one where no id is given. What others change appears within two seconds while the page is in sight. */
export const useCart = (id: string | null) => {
  const queries = useQueryClient()
  const queryKey = ['product', 'cart', id ?? 'open']
  const held = () => queries.getQueryData<HeldCart>(queryKey)
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const before = held()
      const known = id ?? before?.cart.id
      const next =
        known !== undefined && !(id === null && before && isOver(before.cart)) ? await readCart(known, before) : await openCart()
      // A change of this tab may have been faster.
      const now = held()
      return now && now !== before && now.cart.revision >= next.cart.revision ? now : next
    },
    refetchInterval: ({ state: { data, error } }) => {
      // Whoever did not want to sign in again is not asked every two seconds.
      if (isSignedOut(error)) return false
      return data && isOver(data.cart) && id !== null ? false : CART_POLL_MS
    },
  })
  useEffect(() => {
    const prefix = ['product', 'cart']
    return onCartNews(() => {
      // What this tab has changed itself, it shows already.
      const known = queries.getQueriesData<HeldCart>({ queryKey: prefix })
      if (known.some(([, each]) => each?.etag)) void queries.invalidateQueries({ queryKey: prefix })
    })
  }, [queries])
  return {
    query,
    /** What this tab has changed, as the server answers it. */
    keep: (cart: Cart) => {
      void queries.cancelQueries({ queryKey })
      queries.setQueryData<HeldCart>(queryKey, { cart, etag: null, shown: cart })
      tellCart()
      tellHost('marketplace_cart_update', { cart: hostCart(cart) })
    },
    /** What others have changed was read. */
    markShown: () => queries.setQueryData<HeldCart>(queryKey, (now) => now && { ...now, shown: now.cart }),
    reload: () => queries.invalidateQueries({ queryKey }),
  }
}

/** One change at a time: while one is under way nothing else of the cart can be pressed. */
export const useOneChange = (keep: (cart: Cart) => void, failed: (error: unknown) => void) => {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = async (change: () => Promise<Cart>, done?: (cart: Cart) => void, otherwise = failed): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      const cart = await change()
      keep(cart)
      done?.(cart)
    } catch (error) {
      otherwise(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
export type CartChange = ReturnType<typeof useOneChange>['run']
