import type { PaymentIntent } from './payments.ts'

/** The events that a host sends to a framed application, by their names in the published SDKs. */
export type AppEvents = {
  page_data: { queryParams: Record<string, string> }
  change_theme: { theme: 'light' | 'dark' }
  transaction_accepted: { chargeId: string }
  transaction_declined: { chargeId: string }
  transaction_failed: { error: string }
  update_billing_cycle: { billingCycle: number; chargeId: string; paymentIntent: unknown }
  ticket_info: Record<string, unknown>
  customer_profile: Record<string, unknown>
  customer_details_section_button_click: { buttonId: string }
}

/** Events that report a state. They are sent again to an application that reloads in its frame. */
const STATES: ReadonlySet<keyof AppEvents> = new Set(['page_data', 'change_theme', 'ticket_info', 'customer_profile'])
export const isStateEvent = (name: keyof AppEvents): boolean => STATES.has(name)

/** The payment's intent in the form of the SDK's own types, with another billing cycle. */
export const intentWithCycle = (intent: PaymentIntent, months: number): object => ({
  name: intent.name,
  price: intent.price,
  per_account: intent.perAccount,
  test: intent.test,
  return_url: null,
  months,
  trial_days: intent.trialDays,
  metadata: {
    type: intent.type,
    isExternalTransaction: true,
    icon: intent.icon,
    description: intent.description,
    showBillingCyclePicker: true,
  },
})
