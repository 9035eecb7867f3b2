import { chargeOutlook } from '@marketplace/domain/buying/charge-outlook'
import { taxOf } from '@marketplace/domain/buying/tax'
import { periodName, termsOf, trialEnd } from '@marketplace/domain/buying/terms'
import { formatDollars } from '@marketplace/domain/pricing'
import { seatsText, AmountLine } from '../buying/amounts.tsx'
import { useNow } from '../buying/use-now.ts'
import { type Charge, chargeStatus } from '../../../lib/purchases/charge-status.ts'

/** The length (days) of a trial that begins with the purchase or is under way. */
const trialDaysOf = (charge: Charge, now: number): number => {
  const ends = 'trial_ends_at' in charge ? charge.trial_ends_at : null
  return ends !== null && Date.parse(ends) <= now ? 0 : (charge.trial_days ?? 0)
}

const renewsAt = (charge: Charge, trialDays: number, now: number): Date | null => {
  if ('next_charge_at' in charge && charge.next_charge_at !== null) return new Date(charge.next_charge_at)
  return trialDays > 0 ? trialEnd(new Date(now), trialDays) : null
}

/** The price of each payment after the first one, which a coupon may reduce; tax included. */
const fullPrice = ({ price, quantity, discount, months, taxes }: Charge): number =>
  discount === 0 || months === null
    ? taxes.total_price
    : price * quantity + taxOf(price * quantity, Math.round(taxes.tax_rate * 1_000))

const termsText = (charge: Charge, now: number): string => {
  const trialDays = trialDaysOf(charge, now)
  return termsOf({
    price: fullPrice(charge),
    months: charge.months,
    trialDays,
    renewsAt: renewsAt(charge, trialDays, now),
  })
}

/** The payments after this one, and the price of three more agents. `threeMore`: the price of one unit with three more agents. */
const Outlook = ({ charge, threeMore, now }: { charge: Charge; threeMore: number; now: number }) => {
  const { price, quantity, discount, months, trial_days: trialDays, taxes, per_account: perAgent } = charge
  const { nextMonth, nextYear, threeMoreSeats } = chargeOutlook(
    { price, quantity, discount, months, trialDays: trialDays ?? 0, taxRate: Math.round(taxes.tax_rate * 1_000) },
    perAgent ? threeMore : null,
    new Date(now),
  )
  return (
    <>
      <dl className="mt-4 border-t border-line pt-3 text-sm">
        <AmountLine label="Next month" cents={nextMonth} note="Tax included" />
        <AmountLine label="Within a year" cents={nextYear} note="From today on, tax included" />
      </dl>
      {threeMoreSeats > 0 && (
        <p className="mt-3 text-xs text-muted">
          Three more agents would add {formatDollars(threeMoreSeats)} to each month, tax included.
        </p>
      )}
    </>
  )
}

type Props = {
  charge: Charge
  /** The price of one unit with three more agents, if it differs from today's price. */
  threeMore?: number
}

/** The amount of a charge that is due now, and the later amounts that the buyer agrees to. For a paid charge: the amount that was paid. */
export const ChargeSums = ({ charge, threeMore = charge.price }: Props) => {
  const { price, quantity, per_account: perAgent, taxes, months, test } = charge
  const now = useNow(false)
  const isPaid = chargeStatus(charge) === 'paid'
  const isFree = trialDaysOf(charge, now) > 0 || test
  return (
    <>
      <dl className="text-sm">
        <AmountLine
          label={months === null ? 'One-time' : `Each ${periodName(months)}`}
          cents={price * quantity}
          note={perAgent ? seatsText(quantity, 'per-agent') : quantity > 1 ? `${quantity} times` : null}
        />
        {charge.discount > 0 && !isPaid && (
          <AmountLine label={`Coupon ${charge.coupon ?? ''}`} cents={charge.discount} minus note="On what is due now" />
        )}
        <AmountLine label={`Tax (${taxes.tax_rate} %)`} cents={taxes.tax_value} note={taxes.tax_note} />
      </dl>
      <dl className="mt-2 border-t border-line pt-2 text-sm">
        {isPaid && months !== null ? (
          // The tax of the first payment may have been different. Its invoice shows it.
          <AmountLine label="Tax included" cents={taxes.total_price} strong />
        ) : (
          <AmountLine label={isPaid ? 'Paid' : 'Due now'} cents={isFree ? 0 : taxes.total_price} strong />
        )}
      </dl>
      {!isPaid && !test && months !== null && <Outlook charge={charge} threeMore={threeMore} now={now} />}
      <p className="mt-3 text-sm">{test ? 'A test: nothing is charged, now or later.' : termsText(charge, now)}</p>
    </>
  )
}
