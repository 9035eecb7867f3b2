import { fieldsOf, pictureOf, textOf, wholeOf } from './fields.ts'

/** An application's announcement of its payment. It is only shown; the charge in Billing is what counts. */
export type PaymentIntent = {
  name: string
  price: number
  type: 'direct_charge' | 'recurrent_charge'
  icon: string | null
  description: string | null
  showBillingCyclePicker: boolean
  months: number | null
  perAccount: boolean
  test: boolean
  trialDays: number
}

export const readIntent = (given: unknown): PaymentIntent | null => {
  const intent = fieldsOf(fieldsOf(given)?.paymentIntent)
  const metadata = fieldsOf(intent?.metadata)
  const name = textOf(intent?.name, 160)
  const price = wholeOf(intent?.price, 0, 99_999_999)
  // Billing answers direct charges with `months: null`, but the published SDK treats every charge that has `months` as a recurrent one.
  const isDirect = metadata?.type === 'recurrent_charge' && intent?.months === null
  const type = isDirect ? 'direct_charge' : metadata?.type
  if (!intent || !metadata || !name || price === null || (type !== 'direct_charge' && type !== 'recurrent_charge')) return null
  const months = type === 'recurrent_charge' ? wholeOf(intent.months, 1, 12) : null
  if (type === 'recurrent_charge' && months === null) return null
  return {
    name,
    price,
    type,
    icon: pictureOf(metadata.icon),
    description: textOf(metadata.description, 500),
    showBillingCyclePicker: type === 'recurrent_charge' && metadata.showBillingCyclePicker === true,
    months,
    perAccount: intent.per_account === true,
    test: intent.test === true,
    trialDays: wholeOf(intent.trial_days, 0, 3_650) ?? 0,
  }
}

/** Id and type of the charge that an application has created in Billing. Other fields of the message are ignored. */
export const readChargeId = (given: unknown): { id: string; type: PaymentIntent['type'] } | null => {
  const charge = fieldsOf(fieldsOf(given)?.charge)
  const id = charge?.id
  if (!charge || typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) return null
  // The rule of the SDK, except for `months: null`.
  return { id, type: typeof charge.months === 'number' ? 'recurrent_charge' : 'direct_charge' }
}

/** The application's own message about a failure. */
export const readFailure = (given: unknown): string | null => {
  const error = fieldsOf(given)?.error
  return textOf(error, 500) ?? textOf(fieldsOf(error)?.message, 500)
}
