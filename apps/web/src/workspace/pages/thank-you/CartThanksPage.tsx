import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { Navigate, useParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { counted } from '../../../ui/counted.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { needsReview, noteText, splitPurchased } from '../buying/cart-notes.ts'
import { useCart } from '../buying/use-cart.ts'
import { checkoutWaiting } from '../checkout/CheckoutFrame.tsx'
import { NextSteps } from './NextSteps.tsx'
import { Bought, BoughtCard } from './Thanks.tsx'

const Purchased = ({ cart: { products, totals } }: { cart: Cart }) => {
  const { bought } = splitPurchased(products)
  return (
    <>
      {bought.length > 0 && (
        <Bought>
          You’ve bought {counted(bought.length, 'product')}.{totals.due.total > 0 && ' The invoice is on its way by mail.'}
        </Bought>
      )}
      <ul className="space-y-4" aria-label="Products">
        {products.map((product) => (
          <li key={product.id}>
            <BoughtCard icon={product.icon} name={product.name} note={noteText(product) ?? product.plan.name}>
              {product.purchasedAt && <NextSteps id={product.id} name={product.name} product={product.product} />}
            </BoughtCard>
          </li>
        ))}
      </ul>
      <p className="mt-6 flex flex-wrap gap-2">
        <ButtonLink to={paths.myApps()} variant="secondary">
          My apps
        </ButtonLink>
        <ButtonLink to={buyingPaths.billing('invoices')} variant="secondary">
          Invoices
        </ButtonLink>
      </p>
    </>
  )
}

const Thanks = ({ id }: { id: string }) => (
  <Loaded query={useCart(id).query} failed={CART_TEXTS.loadFailed} waiting={checkoutWaiting}>
    {({ cart }) => {
      // Until the server has confirmed the purchase, the page must not say that something was bought.
      if (cart.purchasedAt === null)
        return <Navigate to={cart.state === 'closed' ? buyingPaths.cart() : buyingPaths.cartCheckout(id)} replace />
      if (needsReview(cart.products)) return <Navigate to={buyingPaths.cartReview(id)} replace />
      return <Purchased cart={cart} />
    }}
  </Loaded>
)

/** The page after the purchase of a cart. */
export const CartThanksPage = () => {
  const { id = '' } = useParams()
  return (
    <Page screen={useScreen()}>
      <SignedIn what="Sign in to see what was bought." waiting={checkoutWaiting}>
        {() => <Thanks id={id} />}
      </SignedIn>
    </Page>
  )
}
