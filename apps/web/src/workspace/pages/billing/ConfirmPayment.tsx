import { useQueryClient } from '@tanstack/react-query'
import type { BillingAccount } from '@marketplace/contracts/billing/schemas'
import { CHARGE_POLL_MS } from '@marketplace/contracts/carts/texts'
import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { formatDollars } from '@marketplace/domain/pricing'
import { isCode } from '../../../lib/is-code.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Card } from '../../../ui/Card.tsx'
import { call } from '../../data/use-endpoint.ts'
import { CardChoiceFields } from '../buying/CardChoiceFields.tsx'
import { useCardChoice } from '../buying/use-card-choice.ts'
import { PayPart } from '../checkout/CheckoutFrame.tsx'
import { readCharge } from '../checkout/charge-calls.ts'
import { chargeChanges } from '../checkout/charge-changes.ts'
import { chargeStatus } from '../../../lib/purchases/charge-status.ts'
import { payCharge } from '../checkout/pay-charge.ts'
import { isPriceChanged, LEFT, PriceMoved } from '../checkout/payment-failure.ts'
import { usePayment } from '../checkout/use-payment.ts'
import { chargesQuery, MOST_LOOKS, type Of } from './charges.ts'

/** Said after MOST_LOOKS. */
export const SLOW =
  'The payment takes longer than usual. Do not pay again yet: open this page again in a few minutes, and it shows how it went.'

type Props = { charge: Of<RecurrentCharge>; account: BillingAccount }

/** Pays for a renewal that has failed. The buyer is present and can answer questions of the bank. */
export const ConfirmPayment = ({ charge, account }: Props) => {
  const queries = useQueryClient()
  const { product, id } = charge
  const choice = useCardChoice(account, product)
  const { busy, problem, setProblem, pay } = usePayment()
  const isUnpaid = () => {
    const now = queries.getQueryData(chargesQuery.queryKey)?.recurrent.find((each) => each.id === id)
    return now?.state === 'past_due' || now?.state === 'frozen'
  }
  const submit = () =>
    pay(async () => {
      const entered = choice.entersNew
      await choice.settle()
      if (entered) await queries.invalidateQueries({ queryKey: ['billing', 'GET /account'] })
      const { charge: after, left } = await payCharge({
        activate: () =>
          call('billing', 'PUT /recurrent_charge/{product}/{id}/pay', {
            params: { product, id },
            body: { total_price: charge.taxes.total_price },
          }),
        challenge: choice.challenge,
      }).catch(async (error: unknown) => {
        if (isPriceChanged(error)) {
          // The screen shows the new total, which the next press agrees to.
          const [now] = await Promise.all([readCharge(product, charge), queries.invalidateQueries(chargesQuery)])
          throw new PriceMoved(error, chargeChanges(charge, now))
        }
        if (isCode(error, 'PAYMENT_RUNNING')) return { charge, left: false }
        if (!isCode(error, 'CHARGE_STATE')) throw error
        // The charge is no longer overdue: the provider's webhook was faster than this call.
        return { charge: await readCharge(product, charge), left: false }
      })
      if (left) return setProblem(LEFT)
      await queries.invalidateQueries(chargesQuery)
      const isPaid = chargeStatus(after) === 'paid' && 'state' in after && after.state === 'active'
      showToast(isPaid ? 'The payment is confirmed.' : 'The payment is on its way.')
      // Waits until the payment is visible. Once the charge is paid, this part of the screen is removed.
      for (let looks = 0; isUnpaid() && looks < MOST_LOOKS; looks++) {
        await new Promise((resolve) => setTimeout(resolve, CHARGE_POLL_MS))
        await queries.invalidateQueries(chargesQuery)
      }
      if (isUnpaid()) setProblem(SLOW)
    })
  return (
    <Card as="section" className="max-w-xl space-y-5 p-6">
      <div className="text-sm">
        <h2 className="mb-2 text-lg font-semibold">Confirm payment</h2>
        <p>The last payment failed, or your bank wants to hear you first. Pay it now, with your card or another one.</p>
      </div>
      <CardChoiceFields account={account} choice={choice} busy={busy} />
      <PayPart
        label={`Pay ${formatDollars(charge.taxes.total_price)}`}
        busy={busy}
        disabled={!choice.isReady}
        problem={problem}
        onPay={() => void submit()}
        leave={null}
      />
    </Card>
  )
}
