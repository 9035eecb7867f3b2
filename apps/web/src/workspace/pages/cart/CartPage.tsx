import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { cartChanges } from '@marketplace/domain/buying/cart-changes'
import { formatDollars } from '@marketplace/domain/pricing'
import { ShoppingCart } from 'lucide-react'
import { memo } from 'react'
import { useNavigate } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { call } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { isCode } from '../../../lib/is-code.ts'
import { showFailure } from '../buying/cart-failure.ts'
import { Notice } from '../buying/Notice.tsx'
import { isCreateFailure, useCart, useOneChange } from '../buying/use-cart.ts'
import { CartAgents } from './CartAgents.tsx'
import { CartItem } from './CartItem.tsx'
import { CartSums, SummaryCard } from './CartSummary.tsx'
import { CouponForm } from './CouponForm.tsx'
import { LockNotice } from './LockNotice.tsx'

const waiting = (
  <div className="gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="space-y-4">
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
    <Skeleton className="h-96 rounded-panel max-lg:mt-4" />
  </div>
)

const nothing = (
  <EmptyState icon={ShoppingCart} title="Your cart is empty" action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}>
    What you and others of your organization want to buy is collected here, and paid for together.
  </EmptyState>
)

/** The reason why an open cart has no checkout button; null if it has one. */
const whyNoCheckout = ({ can, state, products }: Cart): string | null => {
  if (can.checkout || state !== 'open') return null
  return products.some(({ problem }) => problem !== null)
    ? 'Remove what cannot be bought, or solve what is said there, to go on.'
    : 'Only those of your organization with a billing permission can pay for it.'
}

type Props = Pick<ReturnType<typeof useCart>, 'keep' | 'markShown' | 'reload'> & { cart: Cart; shown: Cart }

const Contents = ({ cart, shown, keep, markShown, reload }: Props) => {
  const navigate = useNavigate()
  const { busy, run } = useOneChange(keep, (error) => {
    showFailure(error, CART_TEXTS.updateFailed)
    // The API may have refused because another person changed the cart, so it is loaded again.
    void reload()
  })
  const failed = (text: string) => (error: unknown) => {
    showFailure(error, text)
    void reload()
  }
  const { id, products, totals, can, state } = cart
  const news = cartChanges(shown, cart)
  const checkout = () =>
    run(
      () => call('product', 'PATCH /products-carts/{id}/checkout', { params: { id } }),
      () => void navigate(buyingPaths.cartCheckout(id)),
      (error) => {
        if (isCode(error, 'PRODUCTS_CART_CHECKOUT_STARTED')) showToast(CART_TEXTS.locked)
        else showFailure(error, CART_TEXTS.updateFailed)
        void reload()
      },
    )
  const why = whyNoCheckout(cart)
  return (
    <>
      <LockNotice
        cart={cart}
        busy={busy}
        onLeave={() => void run(() => call('product', 'DELETE /products-carts/{id}/checkout', { params: { id } }))}
      />
      <div role="status">
        {news.length > 0 && (
          <Notice className="mb-4">
            <p className="font-semibold">This cart was changed meanwhile</p>
            <ul>
              {news.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
            <Button variant="secondary" size="sm" className="mt-3" onClick={markShown}>
              I have seen it
            </Button>
          </Notice>
        )}
      </div>
      {products.length === 0 ? (
        nothing
      ) : (
        <div className="gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <div>
            <ul className="space-y-4" aria-label="Products">
              {products.map((product) => (
                <li key={product.id}>
                  <CartItem
                    product={product}
                    canChange={can.change}
                    busy={busy}
                    onPlan={(planId) =>
                      void run(() =>
                        call('product', 'PATCH /products-carts/{id}/applications/{appId}/plans/{planId}', {
                          params: { id, appId: product.id, planId },
                        }),
                      )
                    }
                    onRemove={() =>
                      void run(
                        () =>
                          call('product', 'DELETE /products-carts/{id}/applications/{appId}', {
                            params: { id, appId: product.id },
                          }),
                        () => showToast(`${product.name} was removed.`),
                        failed(CART_TEXTS.removeFailed),
                      )
                    }
                  />
                </li>
              ))}
            </ul>
            <CartAgents cart={cart} onChange={keep} />
          </div>
          <aside className="max-lg:mt-6 lg:sticky lg:top-6" aria-label="Summary">
            <SummaryCard title="Summary">
              <CartSums cart={cart} />
              <div className="mt-5 border-t border-line pt-5 empty:hidden">
                <CouponForm cart={cart} busy={busy} change={run} />
              </div>
              {state === 'open' && can.checkout && (
                <Button size="lg" className="mt-5 w-full" disabled={busy} aria-busy={busy} onClick={checkout}>
                  {totals.due.total > 0 ? `Check out · ${formatDollars(totals.due.total)}` : 'Check out'}
                </Button>
              )}
              {why && <p className="mt-4 text-sm text-muted">{why}</p>}
              {can.checkout && state === 'open' && (
                <p className="mt-3 text-xs text-muted">
                  {cart.cardRequired
                    ? 'Nothing is paid yet. The cart is held for you for 15 minutes.'
                    : 'No card is needed. The cart is held for you for 15 minutes.'}
                </p>
              )}
            </SummaryCard>
          </aside>
        </div>
      )}
    </>
  )
}

/** It does not depend on what else becomes known about the person. */
const OpenCart = memo(function OpenCart() {
  const { query, ...rest } = useCart(null)
  return (
    <Loaded query={query} failed={CART_TEXTS[isCreateFailure(query.error) ? 'createFailed' : 'loadFailed']} waiting={waiting}>
      {({ cart, shown }) => <Contents cart={cart} shown={shown} {...rest} />}
    </Loaded>
  )
})

/** The cart of the organization. */
export const CartPage = () => (
  <Page screen={useScreen()}>
    <SignedIn what="Sign in to see the cart of your organization." waiting={waiting}>
      {() => <OpenCart />}
    </SignedIn>
  </Page>
)
