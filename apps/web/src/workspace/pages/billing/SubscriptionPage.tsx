import { useQuery } from '@tanstack/react-query'
import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { BRAND } from '@marketplace/contracts/core/brand'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { periodName } from '@marketplace/domain/buying/terms'
import { hasPermission } from '@marketplace/domain/permissions'
import { formatInstant } from '@marketplace/domain/dates'
import { Receipt } from 'lucide-react'
import { useParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { NotFoundPage } from '../../../shell/NotFoundPage.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScreenHead } from '../../kit/Page.tsx'
import { useShell } from '../../kit/shell.ts'
import { Stat, Stats } from '../../kit/Stat.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { Money, seatsText } from '../buying/amounts.tsx'
import { useNow } from '../buying/use-now.ts'
import { ChangeSubscription } from './ChangeSubscription.tsx'
import { followedCharges, historyOf, nameOf, subscriptionStatus } from './charges.ts'
import { ConfirmPayment } from './ConfirmPayment.tsx'

const waiting = <Skeleton className="mt-10 h-96 rounded-card" />

/** Price, number of agents and next payment. */
const Figures = ({ charge, now }: { charge: RecurrentCharge; now: number }) => {
  const { taxes, months, quantity, per_account: perAgent, state, next_charge_at: next, trial_ends_at: trialEnd, test } = charge
  const isPaidNext = state === 'active' && next !== null && !test
  return (
    <Card className="mb-4 p-6">
      <Stats>
        <Stat
          label={`Each ${periodName(months)}`}
          value={<Money cents={test ? 0 : taxes.total_price} />}
          note={test ? 'A test: nothing is charged' : 'Tax included'}
        />
        <Stat label="For" value={seatsText(quantity, perAgent ? 'per-agent' : 'per-organization')} />
        <Stat
          label="Next payment"
          value={isPaidNext ? formatInstant(next) : 'None'}
          note={isPaidNext && trialEnd && Date.parse(trialEnd) > now ? 'When the trial ends' : undefined}
        />
      </Stats>
    </Card>
  )
}

const One = ({ id, mayPay }: { id: string; mayPay: boolean }) => {
  const charges = useQuery(followedCharges)
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
            <p className="mt-2 mb-8 text-muted">{subscriptionStatus(charge, now).text}</p>
            <Figures charge={charge} now={now} />
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
                  ? 'It does not renew, or its application sets the price.'
                  : 'Only people who pay for your organization can change it.'}
              </EmptyState>
            )}
            <Card as="section" className="mt-4 p-6">
              <h2 className="mb-4 text-lg font-semibold">History</h2>
              <Timeline label="History" moments={historyOf(charge, now)} now={now} />
            </Card>
          </>
        )
      }}
    </Loaded>
  )
}

/** One subscription, with forms to change it or to pay for a failed renewal. */
export const SubscriptionPage = () => {
  const { id = '' } = useParams()
  return (
    <div className="wrap">
      <SignedIn what="Sign in to change what your organization pays for." heading="Subscription" waiting={waiting}>
        {(_, permissions) => <One id={id} mayPay={hasPermission(new Set(permissions), 'manageBilling')} />}
      </SignedIn>
    </div>
  )
}
