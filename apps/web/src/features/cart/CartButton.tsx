import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { ShoppingCart } from 'lucide-react'
import { useEffect } from 'react'
import { useHref, useLocation } from 'react-router'
import { offerOnCards } from '../../lib/card-action.ts'
import { prefetchWorkspace } from '../../lib/prefetch-workspace.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { counted } from '../../ui/counted.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { CardCartAction } from './CardCartAction.tsx'
import { useCartContents, useMayBuy } from './contents.ts'

/** The link to the cart with the number of its items, for people who may buy. Its chunk also contains the buttons on cards. */
export const CartButton = () => {
  const mayBuy = useMayBuy()
  const count = useCartContents()?.length ?? 0
  const { pathname } = useLocation()
  const href = useHref(buyingPaths.cart())
  useEffect(() => offerOnCards((card) => <CardCartAction card={card} />), [])
  if (!mayBuy) return null
  const prefetch = () => void (isWorkspacePath(pathname) || prefetchWorkspace(href))
  return (
    <Link
      to={buyingPaths.cart()}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className="relative flex size-11 items-center justify-center rounded-control transition-colors hover:bg-hover"
    >
      <Icon as={ShoppingCart} size={20} />
      <span className="sr-only">Cart, {count === 0 ? 'empty' : counted(count, 'product')}</span>
      {count > 0 && (
        <span
          aria-hidden
          className="absolute end-0.5 top-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-primary px-1 text-2xs font-semibold text-on-primary tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
