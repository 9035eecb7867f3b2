import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { BillingAccount } from '@marketplace/contracts/billing/schemas'
import { CHARGE_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { needsCard } from '@marketplace/domain/buying/offers'
import { formatDollars } from '@marketplace/domain/pricing'
import { type ReactNode, useState } from 'react'
import { call } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { beginPurchase } from '../../../lib/purchases/purchases.ts'
import { CardChoiceFields } from '../buying/CardChoiceFields.tsx'
import { isSignedOut } from '../buying/cart-failure.ts'
import { TaxAddress, type EnteredPlace } from '../buying/TaxAddress.tsx'
import { useCardChoice } from '../buying/use-card-choice.ts'
import { activateCharge, readCharge } from './charge-calls.ts'
import { chargeChanges } from './charge-changes.ts'
import { CheckoutFrame, checkoutWaiting, Part } from './CheckoutFrame.tsx'
import { type Charge, chargeStatus, typeOf } from '../../../lib/purchases/charge-status.ts'
import { payCharge } from './pay-charge.ts'
import { isPriceChanged, LEFT, paymentFailure, PriceMoved } from './payment-failure.ts'
import { usePayment } from './use-payment.ts'

const payLabel = ({ trial_days: trialDays, test, taxes }: Charge): string => {
  if (trialDays) return 'Start free trial'
  if (test) return 'Pay nothing (test)'
  return taxes.total_price > 0 ? `Pay ${formatDollars(taxes.total_price)}` : 'Complete the order'
}

type Props = {
  charge: Charge
  product: Product
  /** Whether a card is required even if nothing is due now. */
  cardRequired: boolean
  summary: ReactNode
  /** Whether the charge is about to be replaced, so that it cannot be paid now. */
  changing?: boolean
  /** If given, this is called instead of paying the charge, once a card is saved. */
  agree?: () => Promise<void>
  /** Called with the charge after the call: paid, under way, or ended. The button stays busy until it resolves. */
  onCharge: (charge: Charge) => void | Promise<void>
  /** Called after a change of the address, which may change the tax. */
  onAddress: () => Promise<unknown>
  /** Called if the price has changed since it was shown. Resolves with the charge that the next press pays, and shows it. */
  onOutdated: () => Promise<Charge>
  leave: ReactNode
}

/** The form to pay one charge with the organization's card and billing address. */
export const ChargePayment = ({ account, ...props }: Props & { account: UseQueryResult<BillingAccount> }) => (
  <Loaded query={account} failed="Your organization’s card couldn't be loaded" waiting={checkoutWaiting}>
    {(loaded) => <Payment {...props} account={loaded} />}
  </Loaded>
)

type PaymentProps = Props & { account: BillingAccount }

const Payment = ({ charge, product, account, cardRequired, summary, changing = false, agree, leave, ...told }: PaymentProps) => {
  const { onCharge, onAddress, onOutdated } = told
  const queries = useQueryClient()
  const { busy, problem, setProblem, pay } = usePayment(
    typeOf(charge),
    CHARGE_TEXTS[typeOf(charge)][agree ? 'notAccepted' : 'notActivated'],
  )
  // A refusal of the coupon, or of the total with it, is no refusal of the purchase without it.
  const [coupon, setCoupon] = useState(charge.coupon)
  if (coupon !== charge.coupon) {
    setCoupon(charge.coupon)
    setProblem(null)
  }
  const [refused, setRefused] = useState<string | null>(null)
  const takesCard = !charge.test && needsCard(charge.trial_days ?? 0, { creditCardRequired: cardRequired })
  const choice = useCardChoice(account, product, takesCard)
  const refresh = () => queries.invalidateQueries({ queryKey: ['billing', 'GET /account'] })

  const submit = () =>
    pay(async () => {
      if (takesCard) {
        await choice.settle()
        void refresh()
      }
      // A charge that the bank has refused meanwhile cannot be paid. A new one is, if it is the same that was shown.
      const payable = endedText(charge) === null ? charge : await onOutdated()
      const changes = chargeChanges(charge, payable)
      if (changes.length > 0) throw new PriceMoved(null, ['Nothing was charged.', ...changes])
      beginPurchase(payable.id)
      try {
        if (agree) return await agree()
        const { charge: after, left } = await payCharge({
          activate: () => activateCharge(product, payable),
          challenge: choice.challenge,
        })
        await onCharge(after)
        if (left) setProblem(LEFT)
      } catch (error) {
        if (isSignedOut(error)) throw error
        if (isPriceChanged(error)) {
          // Another person may have changed the address, so it is loaded again too.
          const [now] = await Promise.all([onOutdated().catch(() => charge), refresh()])
          throw new PriceMoved(error, chargeChanges(charge, now))
        }
        if (agree) throw error
        // If the call was refused or not answered, the charge itself shows how it ended.
        const after = await readCharge(product, payable).catch(() => null)
        if (after) await onCharge(after)
        if (after && chargeStatus(after) === 'paid') return
        throw error
      }
    })

  const { address } = account
  const changePlace = ({ country, zip, vatId }: EnteredPlace) =>
    pay(async () => {
      setRefused(null)
      try {
        await call('billing', 'PUT /account/address', {
          body: { ...address, country: country ?? '', zip, vat_id: vatId },
        })
        await Promise.all([refresh(), onAddress()])
      } catch (error) {
        setRefused(paymentFailure(error))
      }
    })

  return (
    <CheckoutFrame
      summary={summary}
      pay={{
        label: payLabel(charge),
        due: charge.trial_days || charge.test ? 0 : charge.taxes.total_price,
        busy,
        disabled: changing || (takesCard && !choice.isReady) || (chargeStatus(charge) === 'running' && !charge.can.activate),
        problem: problem ?? endedText(charge),
        onPay: () => void submit(),
        leave,
      }}
    >
      <Part title="Address for the tax">
        <TaxAddress
          place={{ country: address.country, zip: address.zip, vatId: address.vat_id }}
          busy={busy}
          refused={refused}
          onChange={(next) => void changePlace(next)}
        />
      </Part>
      <Part title="Payment">
        {takesCard ? (
          <CardChoiceFields account={account} choice={choice} busy={busy} />
        ) : (
          <p className="text-sm">{charge.test ? 'This is a test: no card is charged.' : 'No card is needed for the trial.'}</p>
        )}
      </Part>
    </CheckoutFrame>
  )
}

const endedText = (charge: Charge): string | null => {
  const status = chargeStatus(charge)
  if (status === 'failed') return PAYMENT_TEXTS.failed
  return status === 'ended' ? PAYMENT_TEXTS.ended : null
}
