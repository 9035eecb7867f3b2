import type { ReviewsData } from '@marketplace/contracts/pages/application'
import { counted } from '../../ui/counted.ts'

type Share = NonNullable<ReviewsData['histogram']>[number]

/** Rounding must not turn a few votes into 0 % or nearly all votes into 100 %. */
const percentText = ({ votes, percent }: Share, all: number): string => {
  if (percent === 0 && votes > 0) return '<1'
  return percent === 100 && votes < all ? '>99' : String(percent)
}

type Props = { shares: Share[]; chosen: number | null; onChoose: (stars: number | null) => void }

/**
 * The distribution of the votes. A press on a bar filters the reviews by its number of stars; a second press shows all again. Attributes
 * draw the bars, since the page's policy forbids inline styles.
 */
export const Histogram = ({ shares, chosen, onChoose }: Props) => {
  const all = shares.reduce((sum, { votes }) => sum + votes, 0)
  return (
    <ul aria-label="How the ratings are spread" className="mt-5 max-w-sm text-xs tabular-nums">
      {shares.map((share) => (
        <li key={share.stars}>
          <button
            type="button"
            aria-pressed={chosen === share.stars}
            onClick={() => onChoose(chosen === share.stars ? null : share.stars)}
            className="-mx-2 flex min-h-7 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 hover:bg-hover aria-pressed:bg-sunken aria-pressed:font-semibold"
          >
            <span className="w-12 shrink-0 text-start">{counted(share.stars, 'star')}</span>
            <svg aria-hidden className="h-2 w-0 grow rounded-full bg-star-rest">
              <rect width={share.votes > 0 ? `${share.percent || 1}%` : 0} height="100%" rx="4" className="fill-star" />
            </svg>
            <span className="w-9 shrink-0 text-end text-muted">
              {percentText(share, all)} %<span className="sr-only">, {counted(share.votes, 'rating')}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
