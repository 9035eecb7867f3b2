import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { checkoutWaiting } from '../checkout/CheckoutFrame.tsx'
import { NextSteps } from './NextSteps.tsx'
import { Bought, BoughtCard } from './Thanks.tsx'

const FAILED = "App details couldn't be loaded"

const Installed = ({ id, slug, children }: { id: string; slug: string; children: ReactNode }) => (
  <Loaded
    query={useEndpoint('product', 'GET /applications/{id}/instance', { params: { id } })}
    failed={FAILED}
    waiting={checkoutWaiting}
  >
    {({ installed }) =>
      installed ? (
        children
      ) : (
        <EmptyState
          icon={CircleHelp}
          title="It is not installed"
          action={<ButtonLink to={buyingPaths.checkout(slug)}>Go to the checkout</ButtonLink>}
        >
          Your organization has not bought it, or has uninstalled it since.
        </EmptyState>
      )
    }
  </Loaded>
)

const Thanks = ({ slug }: { slug: string }) => (
  <Loaded
    query={useEndpoint('product', 'GET /applications/{slug}/published', { params: { slug } })}
    failed={FAILED}
    waiting={checkoutWaiting}
  >
    {({ id, name, icon, product }) => (
      <Installed id={id} slug={slug}>
        <Bought>{PAYMENT_TEXTS.purchased}</Bought>
        <BoughtCard icon={icon} name={name} note="It is there for your organization now.">
          <NextSteps id={id} name={name} product={product} />
        </BoughtCard>
        <p className="mt-6 flex flex-wrap gap-2">
          <ButtonLink to={paths.myApps()} variant="secondary">
            My apps
          </ButtonLink>
          <ButtonLink to={buyingPaths.billing()} variant="secondary">
            Billing
          </ButtonLink>
        </p>
      </Installed>
    )}
  </Loaded>
)

/** The page after the purchase of one application. */
export const ApplicationThanksPage = () => {
  const { slug = '' } = useParams()
  return (
    <Page screen={useScreen()}>
      <SignedIn what="Sign in to see what was bought." waiting={checkoutWaiting}>
        {() => <Thanks slug={slug} />}
      </SignedIn>
    </Page>
  )
}
