import type { AppMessage } from '@marketplace/app-frame/read-message'
import { intentWithCycle } from '@marketplace/app-frame/events'
import type { Application } from '@marketplace/contracts/catalogue/schemas'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { clientIdOf } from '@marketplace/domain/installing'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { leadWindow } from '../../../lib/lead-window.ts'
import { paths } from '../../../lib/paths.ts'
import { track } from '../../../lib/signals.ts'
import { showToast, TOAST_MS } from '../../../lib/toasts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../ui/Link.tsx'
import { call } from '../../data/use-endpoint.ts'
import { useShell } from '../../kit/shell.ts'
import type { Charge } from '../checkout/pay-charge.ts'
import type { Found, HostedPlacement } from './find-application.ts'
import { FrameCover } from './FrameCover.tsx'
import { leadOf, trustedOrigins } from './lead.ts'
import { type Outcome, PaymentDialog } from './PaymentDialog.tsx'
import { transactionAfter } from './transaction.ts'
import { useAppFrame } from './use-app-frame.ts'

/** An application that has announced a payment has to offer the charge within this. */
const OFFERED_WITHIN_MS = 20_000
/** An application that counts without end would use up what a network may send in a day. */
const MOST_COUNTED = 20
const TOO_LATE = 'The charge was not offered in time.'

type Props = {
  installed: InstalledApplication
  widget: NonNullable<Found['widget']>
  placement: HostedPlacement
}

const titleOf = ({ name }: Pick<Application, 'name'>, placement: HostedPlacement): string =>
  placement === 'settings' ? `Settings of ${name}` : name

/** An installed application in the whole window, talking with it as a host product does. */
export const HostedFrame = ({ installed, widget: { application, address, isPublished }, placement }: Props) => {
  const { site } = useShell()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [badge, setBadge] = useState<number | null>(null)
  const [shownAnyway, setShownAnyway] = useState(false)
  const [transaction, change] = useReducer(transactionAfter, null)
  const counted = useRef(0)
  const { id, slug, name } = installed

  const leadTo = (address: string) => {
    if (!leadWindow(address)) showToast(`Your browser did not let ${name} open ${new URL(address).host}.`)
  }
  const receive = (message: Exclude<AppMessage, { kind: 'inited' | 'transaction-unreadable' }>) => {
    switch (message.kind) {
      case 'badge':
        return setBadge(message.count)
      case 'toast':
        // Whoever reads it knows who says so.
        return void showToast(`${name}: ${message.content}`, TOAST_MS, id)
      case 'redirect':
        return leadTo(message.address)
      case 'navigate': {
        const lead = leadOf(message.path, { slug, id, widgets: application.widgets, hostUrl: site.hostUrl })
        if (lead?.to === 'itself') void navigate({ search: lead.search })
        else if (lead?.to === 'marketplace') void navigate(lead.path)
        else if (lead) leadTo(lead.address)
        return
      }
      case 'track':
        // Its name and data are the application's own words, and may be about anybody.
        if (counted.current++ < MOST_COUNTED) track('application_event', { application: id, detail: placement })
        return
      case 'transaction-pending':
        return change({ kind: 'pending', intent: message.intent })
      case 'transaction-success':
        return change({ kind: 'offered', charge: message.charge })
      case 'transaction-failure':
        change({ kind: 'ended' })
        return void showToast(`${name}: ${message.reason ?? 'The payment could not be started.'}`, TOAST_MS, id)
      default:
        // Reports, sections and message boxes are the host product's.
        return
    }
  }
  // Administrators see what is not used. Nobody waits for it, and a failure changes nothing here.
  useEffect(() => void call('product', 'POST /applications/{id}/opened', { params: { id } }).catch(() => {}), [id])
  const { container, state, send, reload } = useAppFrame({
    title: titleOf(installed, placement),
    address,
    pluginId: id,
    readyWith: placement === 'fullscreen' && installed.product === 'helpdesk' ? 'handshake' : 'plugin_inited',
    trustedOrigins: trustedOrigins(application.customProps.trustedUrl, site.hostUrl),
    mayProbe: isPublished,
    queryParams: Object.fromEntries(new URLSearchParams(search)),
    onMessage: receive,
  })

  const end = useCallback(
    (outcome: Outcome) => {
      change({ kind: 'ended' })
      if (outcome.kind === 'failed') {
        showToast(outcome.reason)
        send('transaction_failed', { error: outcome.reason })
      } else send(outcome.kind === 'accepted' ? 'transaction_accepted' : 'transaction_declined', { chargeId: outcome.chargeId })
    },
    // `send` reads a reference.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  )
  const isAwaited = transaction !== null && (transaction.chargeId === null || transaction.wanted !== null)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => end({ kind: 'failed', reason: TOO_LATE }), OFFERED_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [isAwaited, end])

  const askForCycle = (months: number, charge: Charge) => {
    if (!transaction) return
    change({ kind: 'wanted', months })
    const paymentIntent = intentWithCycle(transaction.intent, months)
    send('update_billing_cycle', { billingCycle: months, chargeId: charge.id, paymentIntent })
  }

  const title = titleOf(installed, placement)
  return (
    <div data-full-screen="" className="flex flex-col">
      <title>{badge ? `(${badge}) ${title}` : title}</title>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-3">
        <Link to={paths.myApps()} className="inline-flex min-h-9 items-center gap-2 rounded-sm px-2 text-sm hover:bg-hover">
          <Icon as={ArrowLeft} />
          Back
        </Link>
        <h1 className="min-w-0 truncate text-sm font-semibold">{title}</h1>
        {badge !== null && (
          <span role="status" className="rounded-full bg-primary px-2 py-0.5 text-xs font-semibold text-on-primary tabular-nums">
            {badge}
            <span className="sr-only"> {badge === 1 ? 'notification' : 'notifications'}</span>
          </span>
        )}
      </div>
      <div className="relative min-h-0 grow">
        <div ref={container} className="absolute inset-0 bg-white [&>iframe]:size-full" />
        {state !== 'ready' && !(state === 'silent' && shownAnyway) && (
          <FrameCover state={state} name={name} address={address} onAgain={reload} onShow={() => setShownAnyway(true)} />
        )}
      </div>
      {transaction && (
        <PaymentDialog
          transaction={transaction}
          application={{ name, clientId: clientIdOf(application), product: installed.product }}
          onCycle={askForCycle}
          onOutcome={end}
        />
      )}
    </div>
  )
}
