import { CHARGE_TEXTS } from '@marketplace/contracts/carts/texts'
import { buyingPaths, type ChargeType, isChargeType } from '@marketplace/contracts/pages/buying-paths'
import { Navigate, useParams } from 'react-router'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { ButtonAnchor, ButtonLink } from '../../../ui/Button.tsx'
import { hostOf } from '../../../ui/host-of.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { useFoundCharge } from '../checkout/use-found-charge.ts'
import { ChargeSums } from '../checkout/ChargeSums.tsx'
import { checkoutWaiting } from '../checkout/CheckoutFrame.tsx'
import { type Charge, chargeStatus } from '../../../lib/purchases/charge-status.ts'
import { returnAddress } from '../checkout/return-address.ts'
import { NextSteps } from './NextSteps.tsx'
import { Bought, BoughtCard } from './Thanks.tsx'

type Props = { charge: Charge; type: ChargeType; product: Product }

/** The result of the payment. During a trial nothing was paid yet, and a frozen charge is unpaid. */
const outcomeOf = (charge: Charge): string => {
  if (!('state' in charge)) return `${charge.name} is paid for.`
  if (charge.state === 'frozen') return `${charge.name} is agreed to, and paused: its last payment is open.`
  const isTrial = charge.trial_ends_at !== null && new Date(charge.trial_ends_at) > new Date()
  return isTrial ? `The trial of ${charge.name} has begun.` : `${charge.name} is paid for.`
}

const Paid = ({ charge, type, product }: Props) => {
  const { application, name } = charge
  const back = returnAddress(charge.return_url, charge.id, type)
  return (
    <>
      <Bought>{outcomeOf(charge)}</Bought>
      <BoughtCard icon={application?.icon ?? null} name={application?.name ?? name} note={application ? name : null}>
        {application && <NextSteps id={application.id} name={application.name} product={product} />}
      </BoughtCard>
      <div className="mt-6 max-w-md">
        <ChargeSums charge={charge} />
      </div>
      <p className="mt-6 flex flex-wrap gap-2">
        {back && <ButtonAnchor href={back}>Go back to {hostOf(back)}</ButtonAnchor>}
        <ButtonLink to={buyingPaths.billing()} variant="secondary">
          Billing
        </ButtonLink>
      </p>
    </>
  )
}

const Thanks = ({ id, type }: { id: string; type: ChargeType }) => (
  <Loaded query={useFoundCharge(type, id)} failed={CHARGE_TEXTS[type].failed} waiting={checkoutWaiting}>
    {({ charge, product }) =>
      // Until the server has confirmed the payment, the page must not say that the charge is paid.
      chargeStatus(charge) === 'paid' ? (
        <Paid charge={charge} type={type} product={product} />
      ) : (
        <Navigate to={buyingPaths.chargeCheckout(id, type)} replace />
      )
    }
  </Loaded>
)

/** The page after the payment of an application's charge. */
export const ChargeThanksPage = () => {
  const { id = '', type } = useParams()
  return (
    <Page screen={useScreen()}>
      <SignedIn what="Sign in to see what was paid." waiting={checkoutWaiting}>
        {() => isChargeType(type) && <Thanks id={id} type={type} />}
      </SignedIn>
    </Page>
  )
}
