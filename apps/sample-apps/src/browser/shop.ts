import type * as Sdk from '@livechat/agent-app-sdk'
import { button, element, origins, row, say, show, wear } from './page.ts'
import { askForToken } from './token.ts'

declare const LiveChat: typeof Sdk

type Charge = Parameters<Sdk.IFullscreenWidget['startTransaction']>[0]
type Offer = { type: 'direct_charge' | 'recurrent_charge'; body: object; description: string; picker?: boolean }

const ICON = `${origins.own}/icon.svg`
const PACK: Offer = {
  type: 'direct_charge',
  body: { name: 'Ten extra reports', price: 1_000, quantity: 2 },
  description: 'Two packs of ten reports each, for as long as you like.',
}
const monthly = (months: number): Offer => ({
  type: 'recurrent_charge',
  body: { name: 'Unlimited reports', price: months === 12 ? 9_180 : 900, months },
  description: 'As many reports as you like.',
  picker: true,
})

const widget = await LiveChat.createFullscreenWidget()
say('connected')
widget.on('change_theme', ({ theme }) => wear(theme))

let token: string | null = null
const call = async (method: string, path: string, body?: object): Promise<Charge> => {
  // Browsers open the sign-in window only while they handle a click.
  token ??= await askForToken(origins)
  const answer = await fetch(`${origins.marketplace}/billing/v3${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const read = (await answer.json()) as Charge & { message?: string }
  if (!answer.ok) throw new Error(read.message ?? `Billing answered ${answer.status}`)
  return read
}

let offered: Offer = PACK
const sell = async (offer: Offer): Promise<void> => {
  offered = offer
  const charge = await call('POST', `/${offer.type}/livechat`, offer.body)
  say(`offered ${charge.id}`)
  widget.startTransaction(charge, {
    icon: ICON,
    description: offer.description,
    ...(offer.picker && { showBillingCyclePicker: true }),
  })
}

widget.on('transaction_accepted', ({ chargeId }) => {
  say(`accepted ${chargeId}`)
  // After the buyer has agreed, the application activates the charge.
  void call('PUT', `/${offered.type}/livechat/${chargeId}/activate`).then(
    ({ status }) => say(`activated ${status}`),
    (error: unknown) => say(`not activated: ${String(error)}`),
  )
})
widget.on('transaction_declined', ({ chargeId }) => say(`declined ${chargeId}`))
widget.on('transaction_failed', ({ error }) => say(`failed: ${String(error)}`))
widget.on('update_billing_cycle', ({ billingCycle, chargeId }) => {
  say(`cycle ${billingCycle} for ${chargeId}`)
  sell(monthly(billingCycle)).catch((error: unknown) => say(`failed: ${String(error)}`))
})

const offer = (title: string, price: string, text: string, ...buttons: Node[]): HTMLElement =>
  element(
    'section',
    { className: 'card' },
    element('h2', { textContent: title }),
    element('strong', { textContent: price }),
    element('p', { textContent: text }),
    row(...buttons),
  )

show(
  element(
    'div',
    { className: 'tiles' },
    offer(
      'Ten extra reports',
      '$10',
      'Two packs, paid once.',
      button('Buy two packs', () => sell(PACK), true),
    ),
    offer(
      'Unlimited reports',
      '$9/mo',
      'Cancel whenever you like.',
      button('Subscribe', () => sell(monthly(1)), true),
    ),
    offer(
      'What is not for sale',
      '$0',
      'It shows what happens when a charge does not exist.',
      button('Sell nothing', () =>
        widget.startTransaction(
          { id: 'no-such-charge', name: 'Nothing', price: 100, per_account: false, test: false, quantity: 1 } as Charge,
          {
            icon: ICON,
          },
        ),
      ),
      button('Announce and offer nothing', () => {
        const metadata = {
          type: 'direct_charge',
          isExternalTransaction: true,
          icon: ICON,
          description: '',
          showBillingCyclePicker: false,
        }
        const paymentIntent = {
          name: 'Nothing',
          price: 100,
          per_account: false,
          test: false,
          return_url: null,
          quantity: 1,
          metadata,
        }
        return widget.sendMessage('register_transaction_pending', { paymentIntent })
      }),
      button('Sell without a charge', () => {
        try {
          widget.startTransaction(undefined as unknown as Charge, { icon: ICON })
        } catch {
          say('nothing was offered')
        }
      }),
    ),
  ),
)
