import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BillingAccount } from '@marketplace/contracts/billing/schemas'
import { CHARGE_POLL_MS } from '@marketplace/contracts/carts/texts'
import type { ChargeChangePreview, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { formatInstant } from '@marketplace/domain/dates'
import { useState } from 'react'
import { showToast } from '../../../lib/toasts.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { call, endpointQuery } from '../../data/use-endpoint.ts'
import { LeaveQuestion } from '../../kit/LeaveQuestion.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { type LeaveGuard, useLeaveGuard } from '../../kit/use-leave-guard.ts'
import { isCode } from '../../../lib/is-code.ts'
import { failureText } from '../buying/cart-failure.ts'
import { Notice } from '../buying/Notice.tsx'
import { useCardChoice } from '../buying/use-card-choice.ts'
import { PayPart } from '../checkout/CheckoutFrame.tsx'
import { payCharge } from '../checkout/pay-charge.ts'
import { LEFT } from '../checkout/payment-failure.ts'
import { usePayment } from '../checkout/use-payment.ts'
import { changeLabel, isChanged, previewChanges } from './change-texts.ts'
import { ChangeFields, ChangeSums, type Wanted } from './ChangeForm.tsx'
import { chargesQuery, type Of } from './charges.ts'
import { SLOW } from './ConfirmPayment.tsx'
import { isFollowed, useFollowedChange } from './use-followed-change.ts'

const PREVIEW = 'GET /recurrent_charge/{product}/{id}/change'

type Props = { charge: Of<RecurrentCharge>; account: BillingAccount }

/** A scheduled change, with the button that undoes it. */
const PutOff = ({ charge: { product, id }, at }: { charge: Of<RecurrentCharge>; at: string }) => {
  const queries = useQueryClient()
  const { busy, run } = useAction(
    async () => {
      const after = await call('billing', 'DELETE /recurrent_charge/{product}/{id}/change', { params: { product, id } })
      // The answer must confirm that the change is undone.
      if (after.scheduled) throw new Error('not undone')
      await Promise.all([queries.invalidateQueries(chargesQuery), queries.invalidateQueries({ queryKey: ['billing', PREVIEW] })])
      showToast('It goes on as it is.')
    },
    (error) => failureText(error, 'It could not be taken back. Try again in a moment.'),
  )
  return (
    <Notice>
      <span className="flex flex-wrap items-center justify-between gap-3">
        A change begins on {formatInstant(at)}.
        <Button variant="secondary" size="sm" disabled={busy} onClick={() => void run()}>
          Keep it as it is
        </Button>
      </span>
    </Notice>
  )
}

type ChosenProps = Props & {
  preview: ChargeChangePreview
  wanted: Wanted
  fresh: boolean
  guard: LeaveGuard
  onOutdated: (seen: string[]) => void
  onChanged: () => void
  /** The payment of the change is under way. */
  onStarted: () => void
}

/** The amounts of the chosen change, and the button that agrees to them. */
const Chosen = ({ charge, account, preview, wanted, fresh, guard, onOutdated, onChanged, onStarted }: ChosenProps) => {
  const queries = useQueryClient()
  const { product, id } = charge
  const { busy, problem, setProblem, pay } = usePayment()
  const choice = useCardChoice(account, product, preview.begins === 'now' && preview.now.total > 0)
  const body = { plan_id: wanted.planId, quantity: wanted.quantity, as_of: preview.as_of, checksum: preview.checksum }
  const submit = () =>
    pay(async () => {
      try {
        const { charge: after, left } = await payCharge({
          activate: () => call('billing', 'PUT /recurrent_charge/{product}/{id}/change', { params: { product, id }, body }),
          challenge: choice.challenge,
        })
        if (left) return setProblem(LEFT)
        onChanged()
        if (after.payment === 'processing') onStarted()
        await Promise.all([
          queries.invalidateQueries(chargesQuery),
          queries.invalidateQueries({ queryKey: ['billing', PREVIEW] }),
        ])
        const changed = isChanged(preview, after)
        // Only a payment can still be under way. Any other answer must confirm the change.
        if (!changed && preview.begins !== 'now') throw new Error('not changed')
        showToast(changed ? 'Your subscription is changed.' : 'The payment is on its way.')
      } catch (error) {
        if (!isCode(error, 'PRICE_CHANGED')) throw error
        const now = await queries.fetchQuery({ ...previewQuery(charge, wanted), staleTime: 0 })
        onOutdated(previewChanges(preview, now))
      }
    })
  return (
    <Card as="section" className="space-y-5 p-6">
      <ChangeSums preview={preview} />
      {preview.refused ? (
        <Notice role="status">{preview.refused.message}</Notice>
      ) : preview.card_needed ? (
        <ButtonLink to={buyingPaths.billing('payment')}>Add a card first</ButtonLink>
      ) : (
        <PayPart
          label={changeLabel(preview)}
          busy={busy}
          disabled={!fresh || (preview.begins === 'never' && charge.scheduled === null)}
          problem={problem}
          onPay={() => void submit()}
          leave={
            <ButtonLink variant="quiet" to={buyingPaths.billing()} onClick={guard.letGo}>
              Leave it as it is
            </ButtonLink>
          }
        />
      )}
    </Card>
  )
}

const previewQuery = ({ product, id }: Of<RecurrentCharge>, { planId, quantity }: Wanted) =>
  endpointQuery('billing', PREVIEW, { params: { product, id }, query: { plan_id: planId, quantity } })

/**
 * Changes the plan and the number of agents of a subscription. The server computes the price, and the buyer agrees to exactly the amounts
 * on the screen.
 */
export const ChangeSubscription = ({ charge, account }: Props) => {
  const [agreed, setAgreed] = useState<Wanted>({ planId: charge.plan_id ?? '', quantity: charge.quantity })
  const [wanted, setWanted] = useState(agreed)
  const [seen, setSeen] = useState<string[]>([])
  // The server accepts a preview for 15 minutes.
  const query = useQuery({
    ...previewQuery(charge, wanted),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isFollowed(state) ? CHARGE_POLL_MS : 10 * 60_000),
    staleTime: 60_000,
  })
  const { isRunning, isSlow, problem, onStarted } = useFollowedChange(charge, query)
  const guard = useLeaveGuard(wanted.planId !== agreed.planId || wanted.quantity !== agreed.quantity)
  const choose = (next: Wanted) => {
    setSeen([])
    setWanted(next)
  }
  if (isRunning)
    return (
      <Notice role="status">
        {isSlow
          ? SLOW
          : 'The payment of a change is on its way. Until it has ended nothing else can be changed; this page shows how it went.'}
      </Notice>
    )
  return (
    <Loaded query={query} failed="What a change costs couldn't be loaded" waiting={<Skeleton className="h-96 rounded-card" />}>
      {(preview) => (
        <div className="space-y-4">
          {charge.scheduled && charge.next_charge_at && <PutOff charge={charge} at={charge.next_charge_at} />}
          {problem && <Notice>{problem}</Notice>}
          {seen.length > 0 && <Notice>Nothing was charged, because it costs something else now. {seen.join(' ')}</Notice>}
          <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
            <ChangeFields preview={preview} wanted={wanted} busy={false} onChange={choose} />
            <Chosen
              charge={charge}
              account={account}
              preview={preview}
              wanted={wanted}
              fresh={!query.isPlaceholderData}
              guard={guard}
              onOutdated={setSeen}
              onChanged={() => setAgreed(wanted)}
              onStarted={() => onStarted(preview)}
            />
          </div>
          <LeaveQuestion guard={guard} what="the subscription" />
        </div>
      )}
    </Loaded>
  )
}
