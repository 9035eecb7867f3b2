import { Star } from 'lucide-react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

type Props = { rate: number; votes: number; className?: string }

const votesText = (votes: number): string => `${votes.toLocaleString('en-US')} ${votes === 1 ? 'rating' : 'ratings'}`

/** The short form for a card: one star, the mean, and how many have voted. */
export const RatingSummary = ({ rate, votes, className }: Props) => (
  <span className={classNames('inline-flex items-center gap-1 text-xs tabular-nums', className)}>
    <Icon as={Star} size={14} className="fill-star text-star" />
    <span className="sr-only">Rated </span>
    <span className="font-semibold">{rate.toFixed(1)}</span>
    <span className="sr-only">out of 5 by </span>
    <span className="text-muted">
      <span aria-hidden>({votes.toLocaleString('en-US')})</span>
      <span className="sr-only">{votes === 1 ? '1 person' : `${votes.toLocaleString('en-US')} people`}</span>
    </span>
  </span>
)

const STAR = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'
const WIDTH = 100

const stars = (className: string) => (
  <g className={className}>
    {[0, 20, 40, 60, 80].map((x) => (
      <path key={x} d={STAR} transform={`translate(${x} 0)`} />
    ))}
  </g>
)

/** Five stars filled to the mean, with the figures beside them. */
export const Rating = ({ rate, votes, className }: Props) => (
  <span className={classNames('inline-flex items-center gap-2 text-sm tabular-nums', className)}>
    <svg aria-hidden viewBox="0 0 100 20" width={90} height={18} className="shrink-0">
      {stars('fill-star-rest')}
      <svg width={(rate / 5) * WIDTH} height={20} overflow="hidden">
        {stars('fill-star')}
      </svg>
    </svg>
    <span>
      <span className="sr-only">Rated </span>
      <span className="font-semibold">{rate.toFixed(1)}</span>
      <span className="sr-only"> out of 5</span> <span className="text-muted">· {votesText(votes)}</span>
    </span>
  </span>
)
