import { periodName, termsOf, trialEnd } from '@marketplace/domain/buying/terms'
import { seatsText, AmountLine } from '../buying/amounts.tsx'
import { useNow } from '../buying/use-now.ts'
import type { Charge } from './pay-charge.ts'

const termsText = (charge: Charge, now: number): string => {
  const trialDays = charge.trial_days ?? 0
  return termsOf({
    price: charge.taxes.total_price,
    months: charge.months,
    trialDays,
    renewsAt: trialDays > 0 ? trialEnd(new Date(now), trialDays) : null,
  })
}

/** What a charge costs now, and what is agreed to for later. */
export const ChargeSums = ({ charge }: { charge: Charge }) => {
  const { price, quantity, per_account: perAgent, taxes, months, trial_days: trialDays } = charge
  const now = useNow(false)
  const isFree = Boolean(trialDays) || charge.test
  return (
    <>
      <dl className="text-sm">
        <AmountLine
          label={months === null ? 'One-time' : `Each ${periodName(months)}`}
          cents={price * quantity}
          note={perAgent ? seatsText(quantity, 'per-agent') : quantity > 1 ? `${quantity} times` : null}
        />
        <AmountLine label={`Tax (${taxes.tax_rate} %)`} cents={taxes.tax_value} />
      </dl>
      <dl className="mt-2 border-t border-line pt-2 text-sm">
        <AmountLine label="Due now" cents={isFree ? 0 : taxes.total_price} strong />
      </dl>
      <p className="mt-3 text-sm">{charge.test ? 'A test: nothing is charged, now or later.' : termsText(charge, now)}</p>
    </>
  )
}
