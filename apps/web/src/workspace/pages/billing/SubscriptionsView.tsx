import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { BRAND } from '@marketplace/contracts/core/brand'
import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import type { Subscriptions } from '@marketplace/contracts/organizations/schemas'
import { Repeat } from 'lucide-react'
import { useState } from 'react'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { tellInstalls } from '../../../lib/installs-news.ts'
import { paths } from '../../../lib/paths.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { call, useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { seatsText } from '../buying/amounts.tsx'
import { showFailure } from '../buying/cart-failure.ts'
import { useNow } from '../buying/use-now.ts'
import { AgreedOffers } from './AgreedOffers.tsx'
import { BoughtOnce } from './BoughtOnce.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { chargesQuery, followedCharges, isAgreedOffer, isListedCharge, nameOf, type Of, subscriptionStatus } from './charges.ts'

const waiting = (
  <div className="space-y-4">
    <Skeleton className="h-28 rounded-card" />
    <Skeleton className="h-28 rounded-card" />
  </div>
)

const nothing = (
  <EmptyState
    icon={Repeat}
    title="Nothing is paid for regularly"
    action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}
  >
    Monthly and annual subscriptions are listed here, with their next renewal and a way to cancel them.
  </EmptyState>
)

/** The name of a charge for a plan begins with the application's name, which the card shows already. */
const planOf = ({ application, name }: Pick<RecurrentCharge, 'application' | 'name'>): string =>
  application && name.startsWith(`${application.name}, `) ? name.slice(application.name.length + 2) : name

type CardProps = { charge: Of<RecurrentCharge>; mayPay: boolean; onCancel: () => void; onArchive: () => void }

const SubscriptionCard = ({ charge, mayPay, onCancel, onArchive }: CardProps) => {
  const { application, quantity, per_account: perAgent, state, can, product } = charge
  const { badge, tone, text } = subscriptionStatus(charge, useNow(false))
  return (
    <Card as="article" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
      <IconTile icon={applicationIcon({ icon: application?.icon ?? null, name: nameOf(charge) })} size="card" />
      <div className="min-w-0 grow basis-52">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
          {nameOf(charge)} <Badge tone={tone}>{badge}</Badge>
        </h2>
        <p className="text-sm text-muted">
          {planOf(charge)} · {perAgent ? seatsText(quantity, 'per-agent') : seatsText(quantity, 'per-organization')} ·{' '}
          {BRAND.products[product]}
        </p>
        <p className="mt-1 text-sm">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {mayPay && (state === 'past_due' || state === 'frozen') && (
          <ButtonLink to={buyingPaths.subscription(charge.id)}>
            Confirm payment<span className="sr-only"> of {nameOf(charge)}</span>
          </ButtonLink>
        )}
        {mayPay && can.change && (
          <ButtonLink variant="secondary" to={buyingPaths.subscription(charge.id)}>
            Change<span className="sr-only"> {nameOf(charge)}</span>
          </ButtonLink>
        )}
        {can.cancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel<span className="sr-only"> {nameOf(charge)}</span>
          </Button>
        )}
        {mayPay && state === 'cancelled' && (
          <Button variant="quiet" onClick={onArchive}>
            Take off the list<span className="sr-only">: {nameOf(charge)}</span>
          </Button>
        )}
      </div>
    </Card>
  )
}

const planText = (subscription: NonNullable<Subscriptions['livechat']>): string => {
  const { plan, active, trial, daysLeft } = subscription
  const name = plan ? `${plan[0]?.toUpperCase()}${plan.slice(1)} plan` : 'No plan'
  if (!active) return `${name}, not active`
  return trial && daysLeft !== null ? `${name}, trial for another ${daysLeft} days` : `${name}, active`
}

/** The licences of the host products. The host products bill them. */
const Licences = () => {
  const { data } = useEndpoint('billing', 'GET /subscriptions')
  const lines = PRODUCTS.flatMap((product) => {
    const subscription = data?.[product]
    return subscription ? [{ product, text: planText(subscription) }] : []
  })
  if (lines.length === 0) return null
  return (
    <section aria-label="Licenses" className="mt-10">
      <h2 className="mb-2 text-xl font-semibold">Licenses</h2>
      <dl className="text-sm">
        {lines.map(({ product, text }) => (
          <div key={product} className="flex justify-between gap-4 border-b border-line py-2">
            <dt>{BRAND.products[product]}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** All subscriptions with price and next payment, and the button to cancel. */
export const SubscriptionsView = ({ mayPay }: { mayPay: boolean }) => {
  const charges = useQuery(followedCharges)
  const queries = useQueryClient()
  const [ending, setEnding] = useState<Of<RecurrentCharge> | null>(null)
  const archive = ({ product, id }: Of<RecurrentCharge>) =>
    call('billing', 'PUT /recurrent_charge/{product}/{id}/archive', { params: { product, id } })
      .then(() => queries.invalidateQueries(chargesQuery))
      .catch((error: unknown) => showFailure(error, 'It could not be taken off the list. Try again in a moment.'))
  return (
    <>
      <Loaded query={charges} failed="Cannot fetch subscription info" waiting={waiting}>
        {({ recurrent, direct }) => {
          const shown = recurrent.filter(isListedCharge)
          return (
            <>
              {shown.length === 0 ? (
                nothing
              ) : (
                <ul className="space-y-4" aria-label="Subscriptions">
                  {shown.map((charge) => (
                    <li key={charge.id}>
                      <SubscriptionCard
                        charge={charge}
                        mayPay={mayPay}
                        onCancel={() => setEnding(charge)}
                        onArchive={() => void archive(charge)}
                      />
                    </li>
                  ))}
                </ul>
              )}
              <AgreedOffers charges={[...recurrent, ...direct].filter(isAgreedOffer)} onCancel={setEnding} />
              <BoughtOnce charges={direct.filter(({ status }) => status === 'success')} />
            </>
          )
        }}
      </Loaded>
      <Licences />
      {ending && (
        <CancelDialog
          charge={ending}
          name={nameOf(ending)}
          onClose={() => setEnding(null)}
          onDone={async () => {
            await queries.invalidateQueries(chargesQuery)
            tellInstalls()
            showToast(ending.state === 'accepted' ? 'Your agreement is withdrawn.' : `${nameOf(ending)} is cancelled.`)
            setEnding(null)
          }}
        />
      )}
    </>
  )
}
