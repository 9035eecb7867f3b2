import { queryOptions } from '@tanstack/react-query'
import { CHARGE_POLL_MS } from '@marketplace/contracts/carts/texts'
import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { type Product, PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { formatInstant } from '@marketplace/domain/dates'
import { periodName } from '@marketplace/domain/buying/terms'
import { formatDollars } from '@marketplace/domain/pricing'
import { call } from '../../data/use-endpoint.ts'
import type { Moment } from '../../kit/Timeline.tsx'
import { cancelledText } from '../buying/cancelled-text.ts'

const PAGE = 20
/** The most pages that are loaded for one screen. */
const MOST_PAGES = 25

const allPages = async <T>(read: (page: number) => Promise<{ result: T[] }>): Promise<T[]> => {
  const all: T[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { result } = await read(page)
    all.push(...result)
    if (result.length < PAGE) break
  }
  return all
}

export type Of<Charge> = Charge & { product: Product }

type Charges = { recurrent: Of<RecurrentCharge>[]; direct: Of<DirectCharge>[] }

/** All charges of the organization, of both products, the newest first. */
export const chargesQuery = queryOptions({
  queryKey: ['billing', 'charges'],
  queryFn: async (): Promise<Charges> => {
    const [recurrent, direct] = await Promise.all([
      Promise.all(
        PRODUCTS.map(async (product) =>
          (
            await allPages((page) => call('billing', 'GET /recurrent_charge/{product}', { params: { product }, query: { page } }))
          ).map((charge): Of<RecurrentCharge> => ({ ...charge, product })),
        ),
      ),
      Promise.all(
        PRODUCTS.map(async (product) =>
          (
            await allPages((page) => call('billing', 'GET /direct_charge/{product}', { params: { product }, query: { page } }))
          ).map((charge): Of<DirectCharge> => ({ ...charge, product })),
        ),
      ),
    ])
    const newest = (a: { created_at: string }, b: { created_at: string }) => Date.parse(b.created_at) - Date.parse(a.created_at)
    return { recurrent: recurrent.flat().toSorted(newest), direct: direct.flat().toSorted(newest) }
  },
})

/** The most reloads of a screen while a payment is under way: about two minutes. */
export const MOST_LOOKS = 60

/** `chargesQuery` for a screen, which is loaded again while a first payment is under way, at most MOST_LOOKS times. */
export const followedCharges = {
  ...chargesQuery,
  refetchInterval: ({ state: { data, dataUpdateCount } }: { state: { data?: Charges | undefined; dataUpdateCount: number } }) =>
    data?.recurrent.some(({ state }) => state === 'processed') && dataUpdateCount < MOST_LOOKS ? CHARGE_POLL_MS : false,
}

export const nameOf = ({ application, name }: Pick<RecurrentCharge, 'application' | 'name'>): string => application?.name ?? name

/** What was paid for: the application, and for a charge that it has made itself also the name of the charge. */
export const titleOf = (charge: Pick<DirectCharge, 'application' | 'name' | 'plan_id'>): string =>
  charge.application && charge.plan_id === null && charge.name !== charge.application.name
    ? `${charge.application.name}: ${charge.name}`
    : nameOf(charge)

/** "$96 each month": the price of one period, tax included. Before the first payment, which a coupon reduces, "$80 for the first month". */
export const priceOf = ({ taxes, months, state, discount }: Priced): string => {
  const isFirst = discount > 0 && (state === 'pending' || state === 'accepted' || state === 'processed')
  return `${formatDollars(taxes.total_price)} ${isFirst ? 'for the first' : 'each'} ${periodName(months)}`
}
type Priced = Pick<RecurrentCharge, 'taxes' | 'months' | 'state' | 'discount'>

export type SubscriptionStatus = { text: string; tone: 'neutral' | 'positive' | 'warning'; badge: string }

/** The status of a subscription as badge and text, with the next event. */
export const subscriptionStatus = (charge: RecurrentCharge, now: number): SubscriptionStatus => {
  const { state, trial_ends_at: trialEnd, next_charge_at: next, test } = charge
  const price = test ? 'nothing (a test)' : priceOf(charge)
  switch (state) {
    case 'active':
      if (trialEnd && Date.parse(trialEnd) > now)
        return { badge: 'Trial', tone: 'neutral', text: `Free until ${formatInstant(trialEnd)}, then ${price}.` }
      if (charge.scheduled && next)
        return { badge: 'Active', tone: 'positive', text: `Changes on ${formatInstant(next)}, as you chose.` }
      return { badge: 'Active', tone: 'positive', text: next ? `Renews on ${formatInstant(next)} for ${price}.` : price }
    case 'past_due':
      return {
        badge: 'Payment failed',
        tone: 'warning',
        text: 'The last payment failed. It still works, and we try again. Look at the card.',
      }
    case 'frozen':
      return { badge: 'Payment needed', tone: 'warning', text: 'It does not work until it is paid. Look at the card.' }
    case 'cancelled':
      return { badge: 'Cancelled', tone: 'neutral', text: cancelledText(charge, now) }
    case 'declined':
      return { badge: 'Declined', tone: 'neutral', text: 'Nothing was charged.' }
    default:
      return { badge: 'Payment on its way', tone: 'neutral', text: `${price}.` }
  }
}

const whenEnds = (at: string, now: number, title: { before: string; after: string }): Moment => ({
  at,
  title: Date.parse(at) > now ? title.before : title.after,
})

/** The history of a subscription and the next event, the earliest first. */
export const historyOf = (charge: RecurrentCharge, now: number): Moment[] => {
  const { created_at: bought, trial_ends_at: trialEnd, current_charge_at: period, next_charge_at: next, state } = charge
  const { cancelled_at: cancelled, entitled_until: until, scheduled, test } = charge
  const price = test ? 'nothing is charged (a test)' : priceOf(charge)
  const moments: Moment[] = [{ at: bought, title: 'Bought' }]
  if (trialEnd && trialEnd !== until)
    moments.push(whenEnds(trialEnd, now, { before: 'The trial ends', after: 'The trial ended' }))
  if (period && formatInstant(period) !== formatInstant(bought))
    moments.push({ at: period, title: 'This period began', note: price })
  if (cancelled) moments.push({ at: cancelled, title: 'Cancelled' })
  if (cancelled && until) moments.push(whenEnds(until, now, { before: 'It stops working', after: 'It stopped working' }))
  if (state === 'active' && next)
    moments.push(scheduled ? { at: next, title: 'It changes, as you chose' } : { at: next, title: 'It is renewed', note: price })
  // The sort is stable: events of the same time keep their order.
  return moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/**
 * Whether a charge has begun, so that it is listed as a subscription. A charge that was cancelled before it began, such as an offer that was
 * replaced when a coupon was removed, has not.
 */
export const isListedCharge = ({ state, entitled_until: until }: Pick<RecurrentCharge, 'state' | 'entitled_until'>): boolean =>
  state === 'cancelled' ? until !== null : state !== 'pending' && state !== 'accepted' && state !== 'declined'

export const isRecurrent = <R extends { months: number }, D extends { months: null }>(charge: R | D): charge is R =>
  charge.months !== null

/** Whether an application may still make this charge, because it was agreed to and not paid. Charges for plans are only paid by the buyer. */
export const isAgreedOffer = (charge: RecurrentCharge | DirectCharge): boolean =>
  charge.plan_id === null && (isRecurrent(charge) ? charge.state : charge.status) === 'accepted'

/** The sentence about what would end, and when, if the subscription were cancelled now. */
export const lossOf = (charge: RecurrentCharge, name: string, now: number): string => {
  const { trial_ends_at: trialEnd, next_charge_at: next, state } = charge
  if (state === 'accepted')
    return `Your organization does not agree to the ${priceOf(charge)} any more. Nothing was charged, and nothing will be.`
  if (state === 'frozen') return `${name} stays without access, and is not charged again.`
  if (trialEnd && Date.parse(trialEnd) > now)
    return `The trial ends, and nothing is ever charged. ${name} works until ${formatInstant(trialEnd)}, then it stops for everybody in your organization.`
  const end = next ? `until ${formatInstant(next)}` : 'until the end of what is paid for'
  return `It is not charged again: the ${priceOf(charge)} end. ${name} works ${end}, then it stops for everybody in your organization. Nothing is paid back.`
}
