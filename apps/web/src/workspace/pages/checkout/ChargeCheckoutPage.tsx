import { CHARGE_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { buyingPaths, type ChargeType, isChargeType } from '@marketplace/contracts/pages/buying-paths'
import { useEffect } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { useAction } from '../../../lib/use-action.ts'
import { ButtonAnchor, ButtonLink } from '../../../ui/Button.tsx'
import { hostOf } from '../../../ui/host-of.ts'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { cancelledText } from '../buying/cancelled-text.ts'
import { Notice } from '../buying/Notice.tsx'
import { useNow } from '../buying/use-now.ts'
import { acceptCharge, declineCharge, readCharge } from './charge-calls.ts'
import { ChargePayment } from './ChargePayment.tsx'
import { ChargeSummary, DeclineButton } from './ChargeSummary.tsx'
import { checkoutWaiting, Processing } from './CheckoutFrame.tsx'
import { type Charge, chargeStatus } from '../../../lib/purchases/charge-status.ts'
import { paymentFailure } from './payment-failure.ts'
import { pictureAddress, returnAddress } from './return-address.ts'
import { tellAgreed, tellTransaction } from './tell-transaction.ts'
import { useFoundCharge } from './use-found-charge.ts'
import { usePolledCharge } from './use-polled-charge.ts'
import { useReplaced } from './use-replaced.ts'

const MOST_LETTERS = 500

/** The summary of a charge. Picture and description come from the link. */
const LinkedSummary = ({ charge }: { charge: Charge }) => {
  const [search] = useSearchParams()
  return (
    <ChargeSummary
      charge={charge}
      icon={pictureAddress(search.get('icon'))}
      seller={charge.application?.name ?? null}
      description={search.get('description')?.slice(0, MOST_LETTERS) ?? null}
    />
  )
}

type Props = { type: ChargeType; found: Charge; product: Product }

const Payment = ({ type, found, product }: Props) => {
  const navigate = useNavigate()
  const account = useEndpoint('billing', 'GET /account')
  const now = useNow(false)
  const { charge = found, set } = usePolledCharge(found, product)
  const reload = async () => {
    const after = await readCharge(product, found)
    set(after)
    return after
  }
  const status = chargeStatus(charge)
  const back = returnAddress(charge.return_url, charge.id, type)
  const isFramed = window.parent !== window
  // In a host product's frame, a page of another site needs its own tab. If the browser opens none, the page shows a link.
  const leaveFor = (address: string) => {
    if (!isFramed) return window.location.assign(address)
    const tab = window.open(address, '_blank')
    if (tab) tab.opener = null
  }
  const declineReplaced = useReplaced(found, product)
  useEffect(() => tellTransaction(charge, product, status), [charge, product, status])
  useEffect(() => {
    if (status !== 'waiting') void declineReplaced()
  })
  useEffect(() => {
    if (status !== 'paid') return
    void navigate(buyingPaths.chargeThanks(found.id, type), { replace: true })
  }, [status, found.id, type, navigate])
  const decline = useAction(
    async () => {
      const declined = await declineCharge(product, charge)
      // This call comes before the host is told, because the host may then close this page.
      await declineReplaced()
      set(declined)
      if (back) leaveFor(back)
    },
    (error) => paymentFailure(error, CHARGE_TEXTS[type].notDeclined),
  )
  const way = back ? (
    <ButtonAnchor href={back} {...(isFramed && { target: '_blank', rel: 'noopener' })}>
      Go back to {hostOf(back)}
    </ButtonAnchor>
  ) : (
    <ButtonLink to={paths.home()}>Go to the start page</ButtonLink>
  )
  if (status === 'running' && !charge.can.activate) return <Processing what={`${charge.name} is paid`} way={way} />
  if (status === 'over')
    return (
      <Notice>
        <p className="font-semibold">{charge.name} was cancelled.</p>
        <p className="mb-4">{'state' in charge && cancelledText(charge, now)}</p>
        <div className="flex flex-wrap gap-2">
          {way}
          <ButtonLink to={buyingPaths.billing()} variant="secondary">
            Billing
          </ButtonLink>
        </div>
      </Notice>
    )
  if (status === 'ended' || status === 'failed')
    return (
      <Notice tone="danger" role="alert">
        <p className="font-semibold">{status === 'failed' ? PAYMENT_TEXTS.failed : PAYMENT_TEXTS.ended}</p>
        <p className="mb-4">Nothing was charged for {charge.name}. It has to be asked for anew.</p>
        {way}
      </Notice>
    )
  return (
    <ChargePayment
      charge={charge}
      product={product}
      account={account}
      cardRequired
      summary={<LinkedSummary charge={charge} />}
      {...(back && {
        // With a return address, the application activates the charge after the buyer has returned, so the checkout only accepts it.
        agree: async () => {
          const accepted = await acceptCharge(product, charge)
          tellAgreed(accepted, product)
          set(accepted)
          leaveFor(back)
        },
      })}
      onCharge={set}
      onAddress={reload}
      onOutdated={reload}
      leave={charge.can.decline && <DeclineButton decline={decline} />}
    />
  )
}

const Checkout = ({ id, type }: { id: string; type: ChargeType }) => (
  <Loaded query={useFoundCharge(type, id)} failed={CHARGE_TEXTS[type].failed} waiting={checkoutWaiting}>
    {({ charge, product }) => <Payment type={type} found={charge} product={product} />}
  </Loaded>
)

/** The checkout of a charge that an application has offered. */
export const ChargeCheckoutPage = () => {
  const { id = '', type } = useParams()
  return (
    <Page screen={useScreen()}>
      <SignedIn what="Sign in to pay for your organization." waiting={checkoutWaiting}>
        {() => isChargeType(type) && <Checkout id={id} type={type} />}
      </SignedIn>
    </Page>
  )
}
