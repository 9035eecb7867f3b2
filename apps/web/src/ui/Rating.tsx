import { classNames } from './class-names.ts'
import { OneStar, Stars } from './Stars.tsx'
import { grouped } from './counted.ts'

type Props = { rate: number; votes: number; className?: string }

const votesText = (votes: number): string => `${grouped(votes)} ${votes === 1 ? 'rating' : 'ratings'}`

/** The short form for a card: one star, the mean, and the number of votes. */
export const RatingSummary = ({ rate, votes, className }: Props) => (
  <span className={classNames('inline-flex items-baseline gap-1 text-xs tabular-nums', className)}>
    <OneStar />
    <span className="sr-only">Rated </span>
    <span className="font-semibold">{rate.toFixed(1)}</span>
    <span className="sr-only">out of 5 by </span>
    <span className="text-muted">
      <span aria-hidden>{`(${grouped(votes)})`}</span>
      <span className="sr-only">{votes === 1 ? '1 person' : `${grouped(votes)} people`}</span>
    </span>
  </span>
)

/** Five stars filled to the mean, with the figures beside them. */
export const Rating = ({ rate, votes, className }: Props) => (
  <span className={classNames('inline-flex items-center gap-2 text-sm tabular-nums', className)}>
    <Stars rate={rate} />
    <span>
      <span className="sr-only">Rated </span>
      <span className="font-semibold">{rate.toFixed(1)}</span>
      <span className="sr-only"> out of 5</span> <span className="text-muted">· {votesText(votes)}</span>
    </span>
  </span>
)
