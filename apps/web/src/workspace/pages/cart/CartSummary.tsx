import type { Cart } from '@marketplace/contracts/carts/schemas'
import { taxNoteOf } from '@marketplace/domain/buying/tax-notes'
import { periodName } from '@marketplace/domain/buying/terms'
import { formatDollars } from '@marketplace/domain/pricing'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { AmountLine } from '../buying/amounts.tsx'

const sum = (lines: readonly { total: number }[]): number => lines.reduce((all, { total }) => all + total, 0)

/** Recurrent lines, sorted by the length of their period. */
const byPeriod = (lines: Cart['summary']['recurrent']) =>
  [...new Set(lines.map(({ months }) => months ?? 1))]
    .toSorted((a, b) => a - b)
    .map((months) => ({ months, total: sum(lines.filter((line) => (line.months ?? 1) === months)) }))

/** The amounts of a cart by due date, and the price with more agents. */
export const CartSums = ({ cart }: { cart: Cart }) => {
  const { summary, totals, coupon, products } = cart
  const { due, discount, taxRate, taxName, reverseCharge } = totals
  const hasTrial =
    summary.recurrent.some(({ trialDays }) => trialDays > 0) || summary.oneTime.some(({ trialDays }) => trialDays > 0)
  const counted = new Set([...summary.oneTime, ...summary.recurrent].map(({ id }) => id))
  const left = products.filter(({ id }) => !counted.has(id)).map(({ name }) => name)
  return (
    <>
      <dl className="text-sm">
        {summary.oneTime.length > 0 && <AmountLine label="One-time" cents={sum(summary.oneTime)} />}
        {byPeriod(summary.recurrent).map(({ months, total }) => (
          <AmountLine key={months} label={`Each ${periodName(months)}`} cents={total} />
        ))}
        {coupon && <AmountLine label={`Coupon ${coupon.code}`} cents={discount} minus note="On what is due now" />}
        <AmountLine
          label={reverseCharge ? 'Tax (reverse charge)' : `${taxName} (${taxRate} %)`}
          cents={due.tax}
          note={taxNoteOf(taxName, reverseCharge, cart.address.country)}
        />
      </dl>
      <dl className="mt-2 border-t border-line pt-2 text-sm">
        <AmountLine label="Due now" cents={due.total} strong note={hasTrial && 'Trials cost nothing now'} />
      </dl>
      {summary.recurrent.length > 0 && (
        <dl className="mt-4 border-t border-line pt-3 text-sm">
          <AmountLine label="Next month" cents={totals.nextMonth} note="Tax included" />
          <AmountLine label="Within a year" cents={totals.nextYear} note="From today on, tax included" />
        </dl>
      )}
      {left.length > 0 && (
        <p className="mt-3 text-sm text-warning">
          Not in these sums, since it cannot be bought at the moment: {left.join(', ')}.
        </p>
      )}
      {totals.threeMoreSeats > 0 && (
        <p className="mt-3 text-xs text-muted">
          Three more agents would add {formatDollars(totals.threeMoreSeats)} to each month, tax included.
        </p>
      )}
    </>
  )
}

/** A card in the column beside a cart. */
export const SummaryCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="section" className="rounded-panel p-6">
    <h2 className="mb-3 text-lg font-semibold">{title}</h2>
    {children}
  </Card>
)
