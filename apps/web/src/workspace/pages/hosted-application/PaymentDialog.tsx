import { useQuery } from '@tanstack/react-query'
import { CHARGE_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { CallError } from '@marketplace/contracts/api/client'
import { useEffect, useState } from 'react'
import { useAction } from '../../../lib/use-action.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { isSignedOut } from '../buying/cart-failure.ts'
import { acceptCharge, declineCharge } from '../checkout/charge-calls.ts'
import { ChargePayment } from '../checkout/ChargePayment.tsx'
import { ChargeSummary, DeclineButton } from '../checkout/ChargeSummary.tsx'
import { checkoutWaiting } from '../checkout/CheckoutFrame.tsx'
import type { Charge } from '../../../lib/purchases/charge-status.ts'
import { isPriceChanged, paymentFailure } from '../checkout/payment-failure.ts'
import { CyclePicker } from './CyclePicker.tsx'
import { findOffered, type Seller } from '../checkout/offered-charge.ts'
import type { OfferedPayment } from './offered-payment.ts'
import type { Outcome } from './use-payments.ts'

/** Class names for the dialog with a checkout; on small screens it is at the bottom. */
const LOOK =
  'm-auto mb-0 max-h-[calc(100dvh-2rem)] w-full max-w-5xl flex-col overflow-hidden rounded-t-panel bg-surface text-ink shadow-lift open:flex backdrop:bg-black/50 sm:mb-auto sm:rounded-panel'

type Props = {
  transaction: OfferedPayment
  seller: Seller
  onCycle: (months: number, charge: Charge) => void
  onOutcome: (outcome: Outcome) => void
}

const failureOf = (error: unknown): string => paymentFailure(error) ?? PAYMENT_TEXTS.failed

const useOffered = ({ chargeId, intent }: OfferedPayment, seller: Seller) =>
  useQuery({
    queryKey: ['billing', 'charge', intent.type, chargeId],
    enabled: chargeId !== null,
    retry: false,
    queryFn: () => findOffered(intent.type, chargeId ?? '', seller),
  })

const Offer = ({ charge, product, transaction, seller, onCycle, onOutcome, refetch }: OfferProps) => {
  const account = useEndpoint('billing', 'GET /account')
  const { intent } = transaction
  const chargeId = charge.id
  const decline = useAction(
    async () => {
      await declineCharge(product, charge)
      onOutcome({ kind: 'declined', chargeId })
    },
    (error) => paymentFailure(error, CHARGE_TEXTS[intent.type].notDeclined),
  )
  const agree = async () => {
    try {
      await acceptCharge(product, charge)
    } catch (error) {
      // A final refusal is told to the application. After any other failure the buyer can try again.
      if (isSignedOut(error) || isPriceChanged(error) || !(error instanceof CallError) || error.status >= 500) throw error
      return onOutcome({ kind: 'failed', chargeId, reason: failureOf(error) })
    }
    onOutcome({ kind: 'accepted', chargeId, product })
  }
  const summary = (
    <ChargeSummary charge={charge} icon={intent.icon} seller={seller.name} description={intent.description}>
      {intent.showBillingCyclePicker && charge.months !== null && (
        <CyclePicker months={charge.months} onPick={(months) => onCycle(months, charge)} />
      )}
    </ChargeSummary>
  )
  return (
    <ChargePayment
      charge={charge}
      product={product}
      account={account}
      cardRequired
      summary={summary}
      agree={agree}
      onCharge={() => {}}
      onAddress={refetch}
      onOutdated={async () => (await refetch()) ?? charge}
      leave={<DeclineButton decline={decline} />}
    />
  )
}
type OfferProps = Props & { charge: Charge; product: Product; refetch: () => Promise<Charge | undefined> }

/**
 * How long (ms) the dialog ignores clicks after an offer appears. A click that was meant for the application must not agree to the offer.
 */
const DEAF_MS = 600
const useDeaf = (chargeId: string | null): boolean => {
  const [heard, hear] = useState<string | null>(null)
  useEffect(() => {
    if (chargeId === null) return
    const timer = setTimeout(() => hear(chargeId), DEAF_MS)
    return () => clearTimeout(timer)
  }, [chargeId])
  return heard !== chargeId
}

/** The dialog for a charge that an application offers. The buyer pays or declines, and the application is told which. */
export const PaymentDialog = (props: Props) => {
  const { transaction, seller, onOutcome } = props
  const query = useOffered(transaction, seller)
  const { data, error } = query
  useEffect(() => {
    if (error) onOutcome({ kind: 'failed', chargeId: data?.charge.id ?? null, reason: failureOf(error) })
    // The outcome of one question is told once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error])
  const close = () => {
    if (!data) return onOutcome({ kind: 'failed', chargeId: null, reason: PAYMENT_TEXTS.ended })
    // Closing the dialog declines the charge.
    declineCharge(data.product, data.charge).then(
      () => onOutcome({ kind: 'declined', chargeId: data.charge.id }),
      (failure: unknown) => onOutcome({ kind: 'failed', chargeId: data.charge.id, reason: failureOf(failure) }),
    )
  }
  const isDeaf = useDeaf(data?.charge.id ?? null)
  const isWaiting = !data || transaction.wanted !== null
  return (
    <Modal open onClose={close} title={`Pay ${seller.name}`} look={LOOK} actions={null}>
      <div className="pb-4" inert={isDeaf}>
        {isWaiting ? (
          <div role="status">
            <span className="sr-only">Loading</span>
            {checkoutWaiting}
          </div>
        ) : (
          <Offer
            {...props}
            key={data.charge.id}
            charge={data.charge}
            product={data.product}
            refetch={async () => (await query.refetch()).data?.charge}
          />
        )}
      </div>
    </Modal>
  )
}
