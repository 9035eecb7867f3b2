import { formatDollars } from '@marketplace/domain/pricing'
import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'

/** An amount in dollars with digits of equal width, so that amounts align in a column. */
export const Money = ({ cents, className }: { cents: number; className?: string }) => (
  <span className={classNames('tabular-nums', className)}>{formatDollars(cents)}</span>
)

type LineProps = { label: ReactNode; cents: number; strong?: boolean; minus?: boolean; note?: ReactNode }

/** One line of a bill: a label and an amount. */
export const AmountLine = ({ label, cents, strong = false, minus = false, note }: LineProps) => (
  <div className={classNames('flex items-baseline justify-between gap-4 py-1.5', strong && 'text-base font-semibold')}>
    <dt className={classNames('min-w-0', !strong && 'text-muted')}>
      {label}
      {note && <span className="block text-xs font-normal text-muted">{note}</span>}
    </dt>
    <dd className="shrink-0 tabular-nums">
      {minus && cents > 0 && '−'}
      {formatDollars(cents)}
    </dd>
  </div>
)

/** "1 agent", "8 agents", or a text saying that the price is for the whole organization. */
export const seatsText = (quantity: number, pricingType: 'per-agent' | 'per-organization'): string =>
  pricingType === 'per-organization' ? 'Whole license' : quantity === 1 ? '1 agent' : `${quantity} agents`
