import { type AppFrame, type AppFrameState, openAppFrame } from '@marketplace/app-frame/open-app-frame'
import { ownSearch } from '@marketplace/app-frame/own-path'
import type { PaymentIntent } from '@marketplace/app-frame/payments'
import type { AppMessage } from '@marketplace/app-frame/read-message'
import { type Checkout, openCheckout, PUT_OFF } from './checkout.ts'
import { button, make, note, skeleton } from './dom.ts'
import type { ProductPage } from './host-page.ts'
import type { HostApp, Widget } from './installed.ts'
import { setReportFilters } from './report-filters.ts'
import { currentTheme } from './theme.ts'
import { toast } from './toast.ts'

export type Placed = { frame: AppFrame | null; element: HTMLElement; close: () => void }

type Options = {
  app: HostApp
  widget: Widget
  page: ProductPage
  /** The titles of the sections that the application may fill. */
  sections?: readonly string[]
  onMessage?: (message: AppMessage, frame: AppFrame) => void
}

const open = new Set<AppFrame>()
/** The ids of applications whose payment was declined. Their next payment is shown only after a click. */
const refused = new Set<string>()

/** The address for a path that an application asks for: the application itself, or another page of this product. */
const leadOf = (path: string, { id, slug, widgets }: HostApp, { product }: ProductPage): string => {
  const search = ownSearch(path, [slug, id, ...widgets.map((widget) => widget.id)])
  return search === null ? path : `${product.applications}/${encodeURIComponent(slug)}${search}`
}

/**
 * Navigates to an address. Without a recent click or key press, the entry in the history is replaced. Otherwise "Back" would return to the
 * application, which would navigate away again.
 */
const leadTo = (address: string): void => window.location[navigator.userActivation.isActive ? 'assign' : 'replace'](address)

/** Sends the theme to every application on the page. */
export const tellTheme = (theme: 'light' | 'dark'): void => {
  for (const frame of open) frame.send('change_theme', { theme })
}

/** The message that is shown instead of an application that cannot be shown. */
const wordsOf = (state: AppFrameState, name: string): [title: string, text: string] | null => {
  if (state === 'silent') return [`${name} takes its time`, 'It has not answered yet. You can wait, or open it again.']
  if (state === 'unreachable')
    return [`${name} does not answer`, 'Its address cannot be reached right now. Your data is not lost; try again later.']
  if (state === 'refused') return [`${name} cannot be shown`, 'Its address must not be shown inside this product.']
  return null
}

/** Opens an application at one of its placements. */
export const place = ({ app, widget, page, sections = [], onMessage }: Options): Placed => {
  const { applications } = page.origins
  const element = make('div', { class: 'placed', 'data-state': 'loading' })
  const elsewhere = widget.url === null ? null : URL.parse(widget.url)
  if (!elsewhere || elsewhere.origin !== applications) {
    const where = elsewhere ? `Its address is at ${elsewhere.host}. ` : ''
    element.dataset.state = 'elsewhere'
    element.append(note(`${app.name} is not part of this sample`, `${where}This host opens sample applications only.`))
    return { frame: null, element, close: () => element.remove() }
  }

  const over = make('div', { class: 'placed-over', 'aria-live': 'polite' })
  const body = make('div', { class: 'placed-frame' })
  const asked = make('div', { class: 'placed-asked', role: 'status' })
  element.append(asked, body, over)
  let checkout: Checkout | null = null
  let intent: PaymentIntent | null = null
  const removeNotice = () => {
    // A removed element cannot get the focus back.
    if (asked.contains(document.activeElement)) body.querySelector('iframe')?.focus()
    asked.replaceChildren()
  }
  const putOff = () => {
    removeNotice()
    frame.send('transaction_failed', PUT_OFF)
  }
  const offer = (charge: { id: string; type: 'direct_charge' | 'recurrent_charge' }) => {
    const open = (replaces: readonly string[] = []) => {
      removeNotice()
      checkout?.end()
      const onRefused = () => void refused.add(app.id)
      checkout = openCheckout({ app, charge, replaces, intent, page, tell: frame.send, onRefused })
    }
    // Only one payment at a time: another charge replaces the open one only if the person has picked another billing cycle.
    if (checkout?.isOpen()) {
      if (checkout.wantsAnother()) open(checkout.charges)
    } else if (refused.has(app.id))
      // After a payment was declined, a bar asks instead of a dialog.
      asked.replaceChildren(
        make('p', {}, `${app.name} asks for a payment.`),
        button('Not now', putOff, 'quiet small'),
        button('Show payment', () => open(), 'small'),
      )
    else open()
  }
  const hear = (message: AppMessage) => {
    if (message.kind === 'toast') toast(`${app.name}: ${message.content}`, message.tone, app.id)
    // readMessage has checked both messages: `navigate` contains a path, and `redirect` an address on the origin of the application's own
    // site.
    else if (message.kind === 'navigate') leadTo(leadOf(message.path, app, page))
    else if (message.kind === 'redirect') leadTo(message.address)
    else if (message.kind === 'reports-filters') setReportFilters(app.name, message.filters)
    else if (message.kind === 'transaction-pending') intent = message.intent
    else if (message.kind === 'transaction-success') offer(message.charge)
    else if (message.kind === 'transaction-failure')
      toast(`${app.name}: ${message.reason ?? 'The payment could not be prepared.'}`, 'error', app.id)
    onMessage?.(message, frame)
  }
  const show = (state: AppFrameState) => {
    element.dataset.state = state
    const words = wordsOf(state, app.name)
    over.replaceChildren(
      ...(state === 'loading' ? [skeleton()] : []),
      ...(words ? [note(...words, state === 'refused' ? null : button('Open anew', () => frame.reload()))] : []),
    )
  }
  const isHelpDesk = page.product.installs === 'helpdesk'
  const frame = openAppFrame({
    container: body,
    title: app.name,
    address: elsewhere.href,
    pluginId: app.id,
    theme: currentTheme(),
    // A full-screen application of the help desk never sends plugin_inited.
    readyWith: isHelpDesk && widget.placement === 'fullscreen' ? 'handshake' : 'plugin_inited',
    trustedOrigins: app.trustedOrigin === null ? [] : [app.trustedOrigin],
    sections,
    mayProbe: true,
    onState: show,
    onMessage: hear,
  })
  open.add(frame)
  return {
    frame,
    element,
    close: () => {
      open.delete(frame)
      checkout?.end()
      frame.close()
      element.remove()
    },
  }
}
