import { type AppEvents, intentWithCycle } from '@marketplace/app-frame/events'
import type { PaymentIntent } from '@marketplace/app-frame/payments'
import { mountMarketplace } from '@marketplace/host-sdk'
import { make } from './dom.ts'
import type { ProductPage } from './host-page.ts'
import type { HostApp } from './installed.ts'
import { currentTheme, onTheme } from './theme.ts'
import { toast } from './toast.ts'

type Tell = <Name extends keyof AppEvents>(name: Name, data: AppEvents[Name]) => void
type Given = {
  app: HostApp
  charge: { id: string; type: 'direct_charge' | 'recurrent_charge' }
  /** The charges of the billing cycles that the person picked earlier and then changed. */
  replaces: readonly string[]
  /** The application's announcement of the payment. */
  intent: PaymentIntent | null
  page: ProductPage
  tell: Tell
  /** Called when the person has closed the checkout or declined the payment. */
  onRefused: () => void
}

/** What an application is told of a payment that the person has put off. Its charge stays pending, and can be paid later. */
export const PUT_OFF = { error: 'The payment was closed before it was made.' }

/** The time (ms) in which the application has to offer the charge for another cycle. */
const OFFERED_WITHIN_MS = 20_000

/** The most replaced charges that the checkout declines. */
const MOST_REPLACED = 10

const CYCLES = [
  { months: 1, label: 'Billed monthly' },
  { months: 12, label: 'Billed annually' },
]

/** The choice of the billing cycle, if the application allows one. The application offers another charge for it. */
const cyclePicker = (months: number, pick: (months: number) => void): HTMLElement => {
  const select = make(
    'select',
    { class: 'button', 'aria-label': 'How often' },
    ...CYCLES.map((cycle) => make('option', { value: String(cycle.months), selected: cycle.months === months }, cycle.label)),
  )
  select.addEventListener('change', () => pick(Number(select.value)))
  return select
}

/** An open payment. */
export type Checkout = {
  /** The ids of its charge and of the replaced ones. */
  charges: readonly string[]
  isOpen: () => boolean
  /** Whether the person has picked another cycle, so that another charge will replace this one. */
  wantsAnother: () => boolean
  end: () => void
}

/** Opens the marketplace's checkout for a payment that an application asks for, and tells the application the result. */
export const openCheckout = ({ app, charge, replaces, intent, page, tell, onRefused }: Given): Checkout => {
  const title = `Payment to ${app.name}`
  const close = make('button', { type: 'button', class: 'button' }, 'Close')
  const body = make('div', { class: 'checkout-frame' })
  const dialog = make('dialog', { class: 'checkout', 'aria-label': title })
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isAnotherWanted = false
  const months = charge.type === 'recurrent_charge' && intent?.showBillingCyclePicker ? intent.months : null
  const askFor = (cycle: number) => {
    if (!intent) return
    isAnotherWanted = true
    clearTimeout(waiting)
    waiting = setTimeout(() => toast(`${app.name} has offered no other charge.`, 'error'), OFFERED_WITHIN_MS)
    tell('update_billing_cycle', {
      billingCycle: cycle,
      chargeId: charge.id,
      paymentIntent: intentWithCycle(intent, cycle),
    })
  }
  const picker = months === null ? null : cyclePicker(months, askFor)
  dialog.append(make('header', {}, make('h2', {}, title), picker, close), body)
  document.body.append(dialog)

  let isTold = false
  const marketplace = mountMarketplace(body, {
    url: page.origins.marketplace,
    variant: page.product.variant,
    title,
    theme: currentTheme(),
    path: `/checkout/charge/${encodeURIComponent(charge.id)}/${charge.type}/${replaces.length > 0 ? `?replaces=${replaces.join(',')}` : ''}`,
    onTransactionAccepted: ({ chargeId }) => {
      if (chargeId !== charge.id || isTold) return
      isTold = true
      tell('transaction_accepted', { chargeId })
    },
    onTransactionDeclined: ({ chargeId }) => {
      if (chargeId !== charge.id) return
      if (!isTold) tell('transaction_declined', { chargeId })
      isTold = true
      onRefused()
      end()
    },
    onTransactionFailed: ({ chargeId, error }) => {
      if (chargeId !== charge.id || isTold) return
      isTold = true
      tell('transaction_failed', { error })
    },
  })
  const endTheme = onTheme(marketplace.changeTheme)
  let isOver = false
  const end = () => {
    isOver = true
    clearTimeout(waiting)
    endTheme()
    marketplace.destroy()
    dialog.close()
    dialog.remove()
    // The person was in the application's frame. Not every browser returns the focus to a frame.
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
  }
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    if (isOver) return
    // The application always gets an answer.
    if (!isTold) {
      tell('transaction_failed', PUT_OFF)
      onRefused()
    }
    isTold = true
    end()
  })
  const before = document.activeElement
  dialog.showModal()
  return {
    charges: [...replaces, charge.id].slice(-MOST_REPLACED),
    isOpen: () => dialog.isConnected,
    wantsAnother: () => isAnotherWanted,
    end,
  }
}
