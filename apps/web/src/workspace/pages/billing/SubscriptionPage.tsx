import { useQuery } from '@tanstack/react-query'
import { BRAND } from '@marketplace/contracts/core/brand'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { hasPermission } from '@marketplace/domain/permissions'
import { Receipt } from 'lucide-react'
import { useParams } from 'react-router'
import { SignedIn } from '../../../features/session/SignedIn.tsx'
import { NotFoundPage } from '../../../shell/NotFoundPage.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScreenHead } from '../../kit/Page.tsx'
import { useShell } from '../../kit/shell.ts'
import { useNow } from '../buying/use-now.ts'
import { ChangeSubscription } from './ChangeSubscription.tsx'
import { chargesQuery, nameOf, standingOf } from './charges.ts'
import { ConfirmPayment } from './ConfirmPayment.tsx'

const waiting = <Skeleton className="mt-10 h-96 rounded-card" />

const One = ({ id, mayPay }: { id: string; mayPay: boolean }) => {
  const charges = useQuery(chargesQuery)
  const account = useEndpoint('billing', 'GET /account')
  const { site } = useShell()
  const now = useNow(false)
  return (
    <Loaded query={charges} failed="Cannot fetch subscription info" waiting={waiting}>
      {({ recurrent }) => {
        const charge = recurrent.find((each) => each.id === id)
        if (!charge) return <NotFoundPage site={site} />
        const { state, can } = charge
        const isUnpaid = state === 'past_due' || state === 'frozen'
        return (
          <>
            <ScreenHead title={`${nameOf(charge)} | ${BRAND.marketplace}`} />
            <Breadcrumbs
              steps={[
                { name: 'Billing', href: buyingPaths.billing() },
                { name: nameOf(charge), href: buyingPaths.subscription(id) },
              ]}
            />
            <h1 className="mt-4 text-3xl font-semibold md:text-4xl">{nameOf(charge)}</h1>
            <p className="mt-2 mb-8 text-muted">{standingOf(charge, now).text}</p>
            {mayPay && (can.change || isUnpaid) ? (
              <Loaded query={account} failed="Your organization’s card couldn't be loaded" waiting={waiting}>
                {(loaded) =>
                  isUnpaid ? (
                    <ConfirmPayment charge={charge} account={loaded} />
                  ) : (
                    <ChangeSubscription key={charge.updated_at} charge={charge} account={loaded} />
                  )
                }
              </Loaded>
            ) : (
              <EmptyState
                icon={Receipt}
                title="There is nothing to change here"
                action={<ButtonLink to={buyingPaths.billing()}>To your subscriptions</ButtonLink>}
              >
                {mayPay
                  ? 'It is not renewed, or its application decides what it costs.'
                  : 'Who pays for your organization can change it.'}
              </EmptyState>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** One subscription: another plan or number of agents, or the payment that it waits for. */
export const SubscriptionPage = () => {
  const { id = '' } = useParams()
  return (
    <div className="wrap">
      <SignedIn
        what="Sign in to change what your organization pays for."
        heading="Subscription"
        base={useShell().site.signInBase}
        waiting={waiting}
      >
        {(_, permissions) => <One id={id} mayPay={hasPermission(new Set(permissions), 'manageBilling')} />}
      </SignedIn>
    </div>
  )
}
