import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { Navigate, useNavigate, useParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { tellCart } from '../../../lib/cart-news.ts'
import { hostCart } from '../../../lib/host/host-cart.ts'
import { tellHost } from '../../../lib/host/tell-host.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { call } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { failureText } from '../buying/cart-failure.ts'
import { needsReview, noteText, splitPurchased } from '../buying/cart-notes.ts'
import { Notice } from '../buying/Notice.tsx'
import { useCart } from '../buying/use-cart.ts'
import { checkoutWaiting } from '../checkout/CheckoutFrame.tsx'
import { NextSteps } from './NextSteps.tsx'
import { BoughtCard } from './Thanks.tsx'

const Order = ({ cart }: { cart: Cart }) => {
  const navigate = useNavigate()
  const { bought, failed } = splitPurchased(cart.products)
  const again = useAction(
    async () => {
      const open = cart.purchasedAt ? await call('product', 'POST /products-carts') : cart
      if (cart.purchasedAt) {
        const changed = await call('product', 'PATCH /products-carts/{id}/applications', {
          params: { id: open.id },
          query: { id: failed.map(({ id }) => id).join(',') },
        })
        tellHost('marketplace_cart_update', { cart: hostCart(changed) })
      }
      tellCart()
      void navigate(buyingPaths.cart())
    },
    (error) => failureText(error, CART_TEXTS.addSeveralFailed),
  )
  return (
    <>
      <Notice tone="warning" role="status" className="mb-6">
        <p className="font-semibold">
          {bought.length > 0 ? 'A part of your order was not bought.' : 'Your order was not bought.'}
        </p>
        <p>You were not charged for the apps below that are not installed or not paid.</p>
      </Notice>
      <ul className="space-y-4" aria-label="Not bought">
        {failed.map((product) => (
          <li key={product.id}>
            <BoughtCard icon={product.icon} name={product.name} note={noteText(product)}>
              {null}
            </BoughtCard>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap gap-2">
        <Button disabled={again.busy} aria-busy={again.busy} onClick={() => void again.run()}>
          Try again
        </Button>
        <ButtonLink to={buyingPaths.billing('payment')} variant="secondary">
          Change the card
        </ButtonLink>
      </p>
      {bought.length > 0 && (
        <section aria-label="Bought" className="mt-10">
          <h2 className="mb-4 text-xl font-semibold">Bought</h2>
          <ul className="space-y-4">
            {bought.map((product) => (
              <li key={product.id}>
                <BoughtCard icon={product.icon} name={product.name} note={product.plan.name}>
                  <NextSteps id={product.id} name={product.name} product={product.product} />
                </BoughtCard>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Review = ({ id }: { id: string }) => (
  <Loaded query={useCart(id).query} failed={CART_TEXTS.loadFailed} waiting={checkoutWaiting}>
    {({ cart }) => {
      const isTried = cart.products.some(({ note }) => note !== null)
      if (!isTried) return <Navigate to={cart.purchasedAt ? buyingPaths.cartThanks(id) : buyingPaths.cart()} replace />
      if (cart.purchasedAt && !needsReview(cart.products)) return <Navigate to={buyingPaths.cartThanks(id)} replace />
      return <Order cart={cart} />
    }}
  </Loaded>
)

/** The page after a purchase that failed partly or completely. It lists the failures with their reasons. */
export const ReviewOrderPage = () => {
  const { id = '' } = useParams()
  return (
    <Page screen={useScreen()}>
      <SignedIn what="Sign in to see your order." waiting={checkoutWaiting}>
        {() => <Review id={id} />}
      </SignedIn>
    </Page>
  )
}
