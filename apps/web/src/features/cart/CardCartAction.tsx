import type { CardData } from '@marketplace/contracts/pages/parts'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { Check, ShoppingCart } from 'lucide-react'
import { useHref } from 'react-router'
import { useInstalled } from '../../lib/installs.ts'
import { prefetchWorkspace } from '../../lib/prefetch-workspace.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAction } from '../../lib/use-action.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { addFailure, addToCart } from './add-to-cart.ts'
import { useCartContents } from './contents.ts'

const LOOK =
  'relative z-10 -my-1.5 inline-flex size-8 shrink-0 items-center justify-center self-center rounded-full hover:bg-hover'

/** The button on a card that adds the application to the cart. Cards with a free or hourly price have none. */
export const CardCartAction = ({ card: { id, name, price, badges } }: { card: CardData }) => {
  const installed = useInstalled(id)
  const contents = useCartContents()
  const cart = useHref(buyingPaths.cart())
  const { busy, run } = useAction(async () => {
    void prefetchWorkspace(cart)
    await addToCart(id, null)
    showToast(`${name} is in your cart.`)
  }, addFailure)
  const isSold = !price.free && !price.text.endsWith('/hour') && !badges.includes('under-maintenance')
  if (!contents || installed || !isSold) return null
  return contents.includes(id) ? (
    <Link to={buyingPaths.cart()} className={`${LOOK} text-positive`}>
      <Icon as={Check} />
      <span className="sr-only">{name} is in your cart</span>
    </Link>
  ) : (
    <button type="button" onClick={() => void run()} disabled={busy} aria-busy={busy} className={LOOK}>
      <Icon as={ShoppingCart} />
      <span className="sr-only">Add {name} to the cart</span>
    </button>
  )
}
