import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { buyingPaths, type ChargeType, isChargeType } from '@marketplace/contracts/pages/buying-paths'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { SignedIn } from '../../../features/session/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../../ui/Button.tsx'
import { hostOf } from '../../../ui/host-of.ts'
import { IconTile } from '../../../ui/IconTile.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { useShell } from '../../kit/shell.ts'
import { Notice } from '../buying/Notice.tsx'
import { acceptCharge, declineCharge } from './charge-calls.ts'
import { ChargePayment } from './ChargePayment.tsx'
import { ChargeSums } from './ChargeSums.tsx'
import { checkoutWaiting, Processing } from './CheckoutFrame.tsx'
import { type Charge, standingOf } from './pay-charge.ts'
import { paymentFailure } from './payment-failure.ts'
import { pictureAddress, returnAddress } from './return-address.ts'
import { useFoundCharge } from './use-found-charge.ts'
import { usePolledCharge } from './use-polled-charge.ts'

/** The picture that the link names, as long as it loads; else the application's own. */
const Picture = ({ charge: { application, name }, src }: { charge: Charge; src: string | null }) => {
  const [failed, setFailed] = useState(false)
  if (src && !failed)
    return (
      <img
        src={src}
        alt=""
        width={52}
        height={52}
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
        className="size-13 shrink-0 rounded-[12px] bg-white object-contain"
      />
    )
  return <IconTile icon={applicationIcon({ icon: application?.icon ?? null, name: application?.name ?? name })} size="card" />
}

const MOST_LETTERS = 500

const ChargeSummary = ({ charge }: { charge: Charge }) => {
  const [search] = useSearchParams()
  const description = search.get('description')?.slice(0, MOST_LETTERS)
  return (
    <>
      <div className="mb-4 flex items-center gap-3">
        <Picture charge={charge} src={pictureAddress(search.get('icon'))} />
        <div className="min-w-0">
          <p className="font-semibold">{charge.name}</p>
          {charge.application && <p className="text-xs text-muted">{charge.application.name} asks for it</p>}
        </div>
      </div>
      {description && <p className="mb-4 text-sm break-words text-muted">{description}</p>}
      <ChargeSums charge={charge} />
    </>
  )
}

type Props = { type: ChargeType; found: Charge; product: Product }

const Payment = ({ type, found, product }: Props) => {
  const navigate = useNavigate()
  const account = useEndpoint('billing', 'GET /account')
  const { refetch } = useFoundCharge(type, found.id)
  const { charge = found, set } = usePolledCharge(found, product)
  const standing = standingOf(charge)
  const back = returnAddress(charge.return_url, charge.id, type)
  const leaveFor = (address: string) => window.location.assign(address)
  useEffect(() => {
    if (standing === 'paid') void navigate(buyingPaths.chargeThanks(found.id, type), { replace: true })
  }, [standing, found.id, type, navigate])
  const decline = useAction(
    async () => {
      set(await declineCharge(product, charge))
      if (back) leaveFor(back)
    },
    (error) => paymentFailure(error),
  )
  const way = back ? (
    <ButtonAnchor href={back}>Go back to {hostOf(back)}</ButtonAnchor>
  ) : (
    <ButtonLink to={paths.home()}>Go to the start page</ButtonLink>
  )
  if (standing === 'running' && !charge.can.activate) return <Processing what={`${charge.name} is paid`} way={way} />
  if (standing === 'ended' || standing === 'failed')
    return (
      <Notice tone="danger" role="alert">
        <p className="font-semibold">{standing === 'failed' ? PAYMENT_TEXTS.failed : PAYMENT_TEXTS.ended}</p>
        <p className="mb-4">Nothing was charged for {charge.name}. It has to be asked for anew.</p>
        {way}
      </Notice>
    )
  return (
    <Loaded query={account} failed="Your organization’s card couldn't be loaded" waiting={checkoutWaiting}>
      {(billing) => (
        <ChargePayment
          charge={charge}
          product={product}
          account={billing}
          cardRequired
          summary={<ChargeSummary charge={charge} />}
          {...(back && {
            // The application pays it once the buyer is back: nothing of ours would be told of what follows.
            agree: async () => {
              await acceptCharge(product, charge)
              leaveFor(back)
            },
          })}
          onCharge={set}
          onAddress={() => refetch()}
          leave={
            charge.can.decline && (
              <Button
                variant="quiet"
                className="w-full"
                disabled={decline.busy}
                aria-busy={decline.busy}
                onClick={() => void decline.run()}
              >
                Decline
              </Button>
            )
          }
        />
      )}
    </Loaded>
  )
}

const Checkout = ({ id, type }: { id: string; type: ChargeType }) => (
  <Loaded query={useFoundCharge(type, id)} failed="The charge couldn't be loaded" waiting={checkoutWaiting}>
    {({ charge, product }) => <Payment type={type} found={charge} product={product} />}
  </Loaded>
)

/** Paying for what an application asks for. */
export const ChargeCheckoutPage = () => {
  const { id = '', type } = useParams()
  return (
    <Page screen={useScreen()}>
      <SignedIn what="Sign in to pay for your organization." base={useShell().site.signInBase} waiting={checkoutWaiting}>
        {() => isChargeType(type) && <Checkout id={id} type={type} />}
      </SignedIn>
    </Page>
  )
}
