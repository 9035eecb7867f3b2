import type { AppMessage } from '@marketplace/app-frame/read-message'
import type { Application } from '@marketplace/contracts/catalogue/schemas'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { clientIdOf } from '@marketplace/domain/installing'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { leadWindow } from '../../../lib/lead-window.ts'
import { paths } from '../../../lib/paths.ts'
import { track } from '../../../lib/signals.ts'
import { showToast, TOAST_MS } from '../../../lib/toasts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../ui/Link.tsx'
import { call } from '../../data/use-endpoint.ts'
import { useShell } from '../../kit/shell.ts'
import type { HostedApplication, HostedPlacement } from './find-application.ts'
import { FrameCover } from './FrameCover.tsx'
import { leadOf, trustedOrigins } from './lead.ts'
import { PaymentDialog } from './PaymentDialog.tsx'
import { PaymentNotice } from './PaymentNotice.tsx'
import { useAppFrame } from './use-app-frame.ts'
import { usePayments } from './use-payments.ts'

/** The most events of one open application that are counted. More would use up the daily limit of the visitor's network. */
const MOST_COUNTED = 20

type Props = {
  installed: InstalledApplication
  widget: NonNullable<HostedApplication['widget']>
  placement: HostedPlacement
}

const titleOf = ({ name }: Pick<Application, 'name'>, placement: HostedPlacement): string =>
  placement === 'settings' ? `Settings of ${name}` : name

/** A full-screen frame with an installed application, which exchanges messages with it as a host product does. */
export const HostedFrame = ({ installed, widget: { application, address, isPublished }, placement }: Props) => {
  const { site } = useShell()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [badge, setBadge] = useState<number | null>(null)
  const [shownAnyway, setShownAnyway] = useState(false)
  const counted = useRef(0)
  const { id, slug, name } = installed

  // Without a recent click or key press, the entry in the history is replaced. Otherwise an application could fill the history and make the
  // back button useless.
  const isUnasked = () => !navigator.userActivation.isActive
  const leadTo = (address: string, replace: boolean) => {
    if (!leadWindow(address, replace)) showToast(`Your browser did not let ${name} open ${new URL(address).host}.`, TOAST_MS, id)
  }
  const receive = (message: Exclude<AppMessage, { kind: 'inited' | 'transaction-unreadable' }>) => {
    switch (message.kind) {
      case 'badge':
        return setBadge(message.count)
      case 'toast':
        // The toast begins with the application's name, so that people know who wrote the message.
        return void showToast(`${name}: ${message.content}`, TOAST_MS, id)
      case 'redirect':
        return leadTo(message.address, isUnasked())
      case 'navigate': {
        const lead = leadOf(message.path, { slug, id, widgets: application.widgets, hostUrl: site.hostUrl })
        if (lead?.to === 'itself') void navigate({ search: lead.search }, { replace: isUnasked() })
        else if (lead?.to === 'marketplace') void navigate(lead.path, { replace: isUnasked() })
        else if (lead) leadTo(lead.address, isUnasked())
        return
      }
      case 'track':
        // The event's own name and data are dropped, since they may contain personal data.
        if (counted.current++ < MOST_COUNTED) track('application_event', { application: id, detail: placement })
        return
      case 'transaction-pending':
      case 'transaction-success':
      case 'transaction-failure':
        return payments.hear(message)
      default:
        // Messages about reports, sections and message boxes are for host products only.
        return
    }
  }
  // Records the use, so that administrators see which applications nobody uses. Failures are ignored.
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

  const seller = { id, slug, name, clientId: clientIdOf(application), product: installed.product }
  const payments = usePayments(seller, send)
  const { transaction } = payments

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
      <div role="status" className="shrink-0">
        {transaction && !transaction.isOpen && transaction.chargeId !== null && (
          <PaymentNotice
            name={name}
            busy={payments.declining.busy}
            onOpen={payments.open}
            onDecline={() => void payments.declining.run()}
            onLeft={() => container.current?.querySelector('iframe')?.focus()}
          />
        )}
      </div>
      <div className="relative min-h-0 grow">
        <div ref={container} className="absolute inset-0 bg-white [&>iframe]:size-full" />
        {state !== 'ready' && !(state === 'silent' && shownAnyway) && (
          <FrameCover state={state} name={name} address={address} onAgain={reload} onShow={() => setShownAnyway(true)} />
        )}
      </div>
      {transaction?.isOpen && (
        <PaymentDialog transaction={transaction} seller={seller} onCycle={payments.askForCycle} onOutcome={payments.end} />
      )}
    </div>
  )
}
