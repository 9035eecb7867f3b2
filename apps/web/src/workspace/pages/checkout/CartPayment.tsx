import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '@marketplace/contracts/api/client'
import type { BillingAccount } from '@marketplace/contracts/billing/schemas'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { cartChanges } from '@marketplace/domain/buying/cart-changes'
import { formatDollars } from '@marketplace/domain/pricing'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { tellInstalls } from '../../../lib/installs-news.ts'
import { track } from '../../../lib/signals.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { call } from '../../data/use-endpoint.ts'
import { beginPurchase } from '../../../lib/purchases/purchases.ts'
import { CardChoiceFields } from '../buying/CardChoiceFields.tsx'
import { isCode } from '../../../lib/is-code.ts'
import { isSignedOut } from '../buying/cart-failure.ts'
import { needsReview, unpaidCause } from '../buying/cart-notes.ts'
import { Notice } from '../buying/Notice.tsx'
import { tellPurchase } from '../buying/tell-purchase.ts'
import { TaxAddress, type EnteredPlace } from '../buying/TaxAddress.tsx'
import { useCardChoice } from '../buying/use-card-choice.ts'
import { CartSums } from '../cart/CartSummary.tsx'
import { CheckoutFrame, HeldFor, Part, Processing } from './CheckoutFrame.tsx'
import { CartLines } from './CartLines.tsx'
import { payCart } from './pay-cart.ts'
import { LEFT, paymentFailure } from './payment-failure.ts'
import { usePayment } from './use-payment.ts'

/** The label of the button, with the amount. */
const payLabel = ({ totals, products }: Cart): string => {
  if (totals.due.total > 0) return `Pay ${formatDollars(totals.due.total)}`
  return products.some(({ trialDays }) => trialDays > 0) ? 'Start free trial' : 'Complete the order'
}

const bodyOf = ({ country, zip, vatId }: EnteredPlace) => ({
  ...(country && { country }),
  ...(zip && { zip }),
  ...(vatId && { vat_id: vatId }),
})

const isHeld = ({ state, lockedByMe }: Cart): boolean => state === 'locked' && lockedByMe
/** Whether this account has checked the cart out, and perhaps begun to pay. */
const isMine = ({ state, lockedByMe }: Cart): boolean => lockedByMe && (state === 'locked' || state === 'processing')

/** Why a payment that has ended bought nothing. */
const unpaidText = ({ products }: Cart): string =>
  unpaidCause(products) === 'card' ? PAYMENT_TEXTS.cardRefused : PAYMENT_TEXTS.billingFailed

/** The differences between the cart that was shown and the current one. The total is the last. */
const newsOf = (before: Cart, after: Cart): string[] => {
  const [was, is] = [before.totals.due.total, after.totals.due.total]
  return [
    ...cartChanges(before, after),
    ...(was === is ? [] : [`Due now are ${formatDollars(is)} instead of ${formatDollars(was)}.`]),
  ]
}

type Props = { cart: Cart; account: BillingAccount; keep: (cart: Cart) => void; reload: () => void }

/** Locks the cart, shows the amount due, and pays. */
export const CartPayment = ({ cart, account, keep, reload }: Props) => {
  const { id, product, address, cardRequired } = cart
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { busy, problem, setProblem, pay } = usePayment('cart')
  const [place, setPlace] = useState<EnteredPlace | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [news, setNews] = useState<readonly string[]>([])
  const [processing, setProcessing] = useState(false)
  const [isLeft, setLeft] = useState(false)
  // The end of the last lock. A cart whose lock has expired no longer contains it.
  const [lastUntil, setLastUntil] = useState(cart.checkedOutUntil)
  if (cart.checkedOutUntil !== null && cart.checkedOutUntil !== lastUntil) setLastUntil(cart.checkedOutUntil)
  const isUnderWay = cart.state === 'processing'
  const needsCard = cardRequired
  const choice = useCardChoice(account, product, needsCard)
  const params = { id }

  const hold = async (at: EnteredPlace | null = place): Promise<Cart> => {
    const held = await call('product', 'PATCH /products-carts/{id}/checkout', { params, body: at ? bodyOf(at) : {} })
    keep(held)
    return held
  }
  // A person who opened this page by its address has not locked the cart yet.
  const tried = useRef(isHeld(cart))
  useEffect(() => {
    if (tried.current) return
    tried.current = true
    hold().catch((error: unknown) => setProblem(paymentFailure(error)))
  })

  const review = (failed: Cart) => {
    keep(failed)
    void navigate(buyingPaths.cartReview(id), { replace: true })
  }
  const finish = (over: Cart) => {
    keep(over)
    tellInstalls()
    if (over.purchasedAt === null) {
      track('purchase_failed', { detail: 'cart' })
      return unpaidCause(over.products) === 'not-installed' ? review(over) : setProblem(unpaidText(over))
    }
    tellPurchase(over)
    if (needsReview(over.products)) return review(over)
    showToast(PAYMENT_TEXTS.purchased)
    void navigate(buyingPaths.cartThanks(id), { replace: true })
  }

  const waitFor = (running: Cart) => {
    keep(running)
    setProcessing(true)
  }
  // A slow payment has ended without success. After a successful one, another page is shown automatically.
  const hasFailed = processing && (cart.state === 'open' || cart.state === 'locked')
  const toReview = hasFailed && unpaidCause(cart.products) === 'not-installed'
  useEffect(() => {
    if (hasFailed) track('purchase_failed', { detail: 'cart' })
  }, [hasFailed])
  useEffect(() => {
    if (toReview) void navigate(buyingPaths.cartReview(id), { replace: true })
  }, [toReview, navigate, id])

  /** The cart if it costs what this page has shown; otherwise null: the person has to see the differences before paying. */
  const asShown = (now: Cart): Cart | null => {
    const changes = newsOf(cart, now)
    setNews(changes)
    return changes.length === 0 ? now : null
  }
  const holdAgain = async (): Promise<Cart | null> => asShown(await hold())

  const purchase = () =>
    pay(async () => {
      setNews([])
      setProcessing(false)
      setLeft(false)
      if (needsCard && !isUnderWay) {
        await choice.settle()
        void queries.invalidateQueries({ queryKey: ['billing', 'GET /account'] })
      }
      const agreed = isUnderWay || isHeld(cart) ? cart : await holdAgain()
      if (!agreed) return
      const read = () => call('product', 'GET /products-carts/{id}', { params })
      const buy = ({ checksum }: Cart) =>
        payCart({
          purchase: () =>
            call('product', 'PATCH /products-carts/{id}/purchase', { params, body: checksum === null ? {} : { checksum } }),
          challenge: choice.challenge,
          read,
          pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        })
      beginPurchase(id)
      try {
        const outcome = await buy(agreed).catch(async (error: unknown) => {
          if (!isCode(error, 'PRODUCTS_CART_CHECKSUM')) throw error
          // Either the cart is no longer locked, because the lock has expired or a price has changed, or another window of this account has
          // checked it out anew. The person has to decide only if what is paid is not what was shown.
          const now = await read().catch(() => null)
          if (now && isMine(now)) setPlace(now.address)
          const again = now && isMine(now) ? asShown(now) : await holdAgain()
          if (again) return buy(again)
          throw error
        })
        if (outcome.kind === 'left') {
          keep(outcome.cart)
          setLeft(true)
          setProblem(LEFT)
        } else if (outcome.kind === 'processing') waitFor(outcome.cart)
        else finish(outcome.cart)
      } catch (error) {
        if (isSignedOut(error)) throw error
        // If the purchase was not answered, the cart itself shows how it ended.
        const now = await read().catch(() => null)
        if (now?.purchasedAt) return finish(now)
        // The payment may be under way already, because a webhook may have told the server that the bank has agreed.
        const isAhead = !(error instanceof CallError) || isCode(error, 'PRODUCTS_CART_CHECKOUT_STARTED')
        if (now?.state === 'processing' && now.lockedByMe && isAhead) return waitFor(now)
        if (now && unpaidCause(now.products) === 'not-installed') {
          track('purchase_failed', { detail: 'cart' })
          return review(now)
        }
        if (now) keep(now)
        throw error
      }
    })

  const changePlace = (next: EnteredPlace) =>
    pay(async () => {
      setRefused(null)
      try {
        await hold(next)
        setPlace(next)
      } catch (error) {
        setRefused(paymentFailure(error))
      }
    })
  const leave = () =>
    pay(async () => {
      keep(await call('product', 'DELETE /products-carts/{id}/checkout', { params }))
      void navigate(buyingPaths.cart())
    }).finally(reload)

  if (!busy && !isLeft && news.length === 0 && ((processing && !hasFailed) || isUnderWay))
    return (
      <Processing
        what="What is in your cart is bought"
        way={
          <p className="flex flex-wrap justify-center gap-2">
            {/* The bank may have asked for a confirmation before this page was opened. Then the person can be asked again. */}
            <Button onClick={() => void purchase()}>Go on with the payment</Button>
            <ButtonLink to={buyingPaths.cart()} variant="secondary">
              Go to the cart
            </ButtonLink>
          </p>
        }
      />
    )
  return (
    <CheckoutFrame
      summary={
        <>
          <CartLines products={cart.products} />
          <CartSums cart={cart} />
        </>
      }
      pay={{
        label: payLabel(cart),
        due: cart.totals.due.total,
        busy,
        disabled: (needsCard && !choice.isReady) || (cart.can.purchase === false && isHeld(cart)),
        problem: problem ?? (hasFailed ? unpaidText(cart) : null),
        onPay: () => void purchase(),
        leave: (
          <Button variant="quiet" className="w-full" disabled={busy} onClick={() => void leave()}>
            Back to the cart without paying
          </Button>
        ),
      }}
    >
      <HeldFor until={cart.checkedOutUntil} last={lastUntil} />
      <div role="status" className="empty:hidden">
        {news.length > 0 && (
          <Notice tone="warning">
            <p className="font-semibold">This is not what was shown before. Nothing was charged.</p>
            <ul>
              {news.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <Part title="Address for the tax">
        <TaxAddress place={address} busy={busy} refused={refused} onChange={(next) => void changePlace(next)} />
      </Part>
      <Part title="Payment">
        {needsCard ? (
          <CardChoiceFields account={account} choice={choice} busy={busy} />
        ) : (
          <p className="text-sm">
            No card is needed. Before a trial ends we ask for one by mail; without it the trial just ends.
          </p>
        )}
      </Part>
    </CheckoutFrame>
  )
}
