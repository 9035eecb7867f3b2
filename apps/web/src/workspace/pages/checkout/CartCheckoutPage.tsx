import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { ShoppingCart } from 'lucide-react'
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { needsReview } from '../buying/cart-notes.ts'
import { tellPurchase } from '../buying/tell-purchase.ts'
import { useCart } from '../buying/use-cart.ts'
import { LockNotice } from '../cart/LockNotice.tsx'
import { CartPayment } from './CartPayment.tsx'
import { checkoutWaiting, Processing } from './CheckoutFrame.tsx'

const toCart = <ButtonLink to={buyingPaths.cart()}>Go to the cart</ButtonLink>

const Checkout = ({ id }: { id: string }) => {
  const { query, keep, reload } = useCart(id)
  const shown = query.data?.cart
  // The cart may have been paid while this document was loading.
  useEffect(() => {
    if (shown?.state === 'purchased') tellPurchase(shown)
  }, [shown])
  const account = useEndpoint('billing', 'GET /account')
  return (
    <Loaded query={query} failed={CART_TEXTS.loadFailed} waiting={checkoutWaiting}>
      {({ cart }) => {
        if (cart.state === 'purchased')
          return <Navigate to={needsReview(cart.products) ? buyingPaths.cartReview(id) : buyingPaths.cartThanks(id)} replace />
        if (cart.state === 'closed' || cart.products.length === 0)
          return (
            <EmptyState icon={ShoppingCart} title="There is nothing to pay for" action={toCart}>
              {cart.state === 'closed' ? 'This cart was closed.' : 'This cart is empty.'}
            </EmptyState>
          )
        if (cart.state === 'processing' && !cart.lockedByMe)
          return <Processing what="What is in your cart is bought" way={toCart} />
        if (cart.state === 'locked' && !cart.lockedByMe)
          return (
            <>
              <LockNotice cart={cart} busy onLeave={() => {}} />
              {toCart}
            </>
          )
        return (
          <Loaded query={account} failed="Your organization’s card couldn't be loaded" waiting={checkoutWaiting}>
            {(billing) => <CartPayment cart={cart} account={billing} keep={keep} reload={() => void reload()} />}
          </Loaded>
        )
      }}
    </Loaded>
  )
}

/** The checkout of a cart. */
export const CartCheckoutPage = () => {
  const { id = '' } = useParams()
  return (
    <Page screen={useScreen()}>
      <SignedIn what="Sign in to pay for the cart of your organization." waiting={checkoutWaiting}>
        {() => <Checkout id={id} />}
      </SignedIn>
    </Page>
  )
}
