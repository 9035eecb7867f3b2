import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readCallError } from '@marketplace/contracts/api/client'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_POLL_MS } from '@marketplace/contracts/carts/texts'
import { useEffect } from 'react'
import { onCartNews, tellCart } from '../../../lib/cart-news.ts'
import { hostCart } from '../../../lib/host/host-cart.ts'
import { tellHost } from '../../../lib/host/tell-host.ts'
import { openedSession } from '../../../lib/session/start.ts'
import { useOneRun } from '../../../lib/use-one-run.ts'
import { call } from '../../data/use-endpoint.ts'
import { isSignedOut } from './cart-failure.ts'

/**
 * A cart as this tab knows it. `shown` is the cart that the person has seen, so the differences from `cart` are changes by other people. The
 * person's own changes count as seen.
 */
export type HeldCart = { cart: Cart; etag: string | null; shown: Cart }

const isOver = ({ state }: Cart): boolean => state === 'purchased' || state === 'closed'

/** Loads a cart. If a cart was loaded before, its ETag is sent, and an answer with status 304 keeps it. */
const readCart = async (id: string, held: HeldCart | undefined): Promise<HeldCart> => {
  const session = await openedSession()
  const path = `/products-carts/${encodeURIComponent(id)}`
  const response = await session.send('product', path, held?.etag ? { 'if-none-match': held.etag } : {})
  if (response.status === 304 && held) return held
  if (!response.ok) throw await readCallError(response)
  const cart = (await response.json()) as Cart
  return { cart, etag: response.headers.get('etag'), shown: held?.cart.id === cart.id ? held.shown : cart }
}

const whileCreating = new WeakSet<object>()
/** Whether the error means that a cart could not be created. Other errors mean that a cart could not be read. */
export const isCreateFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && whileCreating.has(error)

const createCart = () =>
  call('product', 'POST /products-carts').catch((error: unknown) => {
    if (typeof error === 'object' && error !== null) whileCreating.add(error)
    throw error
  })

/** The open cart of the licence, or a new one. */
const openCart = async (): Promise<HeldCart> => {
  const cart = (await call('product', 'GET /products-carts/open')) ?? (await createCart())
  return { cart, etag: null, shown: cart }
}

/** A cart by its id; without an id, the open cart. Changes by others appear within two seconds while the page is visible. */
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
      // A change by this tab may have been faster than this request.
      const now = held()
      return now && now !== before && now.cart.revision >= next.cart.revision ? now : next
    },
    refetchInterval: ({ state: { data, error } }) => {
      // A person who declined to sign in again must not be asked every two seconds.
      if (isSignedOut(error)) return false
      return data && isOver(data.cart) && id !== null ? false : CART_POLL_MS
    },
  })
  useEffect(() => {
    const prefix = ['product', 'cart']
    return onCartNews(() => {
      // After this tab's own change the held cart has no ETag and is already current.
      const known = queries.getQueriesData<HeldCart>({ queryKey: prefix })
      if (known.some(([, each]) => each?.etag)) void queries.invalidateQueries({ queryKey: prefix })
    })
  }, [queries])
  return {
    query,
    /** Stores the cart from the answer to a change by this tab. */
    keep: (cart: Cart) => {
      void queries.cancelQueries({ queryKey })
      queries.setQueryData<HeldCart>(queryKey, { cart, etag: null, shown: cart })
      tellCart()
      tellHost('marketplace_cart_update', { cart: hostCart(cart) })
    },
    /** Marks changes by others as seen. */
    markShown: () => queries.setQueryData<HeldCart>(queryKey, (now) => now && { ...now, shown: now.cart }),
    reload: () => queries.invalidateQueries({ queryKey }),
  }
}

/** Runs one change at a time. During a change the other buttons of the cart are disabled. */
export const useOneChange = (keep: (cart: Cart) => void, failed: (error: unknown) => void) => {
  const { busy, once } = useOneRun()
  const run = (change: () => Promise<Cart>, done?: (cart: Cart) => void, otherwise = failed): Promise<void> =>
    once(async () => {
      const cart = await change()
      keep(cart)
      done?.(cart)
    }, otherwise)
  return { busy, run }
}
export type CartChange = ReturnType<typeof useOneChange>['run']
