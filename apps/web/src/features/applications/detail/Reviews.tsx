import type { ReviewsData } from '@marketplace/contracts/pages/application'
import { MessageSquareText } from 'lucide-react'
import { counted } from '../../../ui/counted.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Stars } from '../../../ui/Stars.tsx'

type Review = ReviewsData['reviews'][number]

/** So many are shown at once; one or two more are no reason to fold. */
const SHOWN = 6
const SLACK = 2

type Share = NonNullable<ReviewsData['histogram']>[number]

/** A few among many are not nothing, and many with a few beside them not all. */
const percentText = ({ votes, percent }: Share, all: number): string => {
  if (percent === 0 && votes > 0) return '<1'
  return percent === 100 && votes < all ? '>99' : String(percent)
}

/** How the votes are spread. The bars are drawn with attributes, since the page allows no style of its own. */
const Histogram = ({ shares }: { shares: Share[] }) => {
  const all = shares.reduce((sum, { votes }) => sum + votes, 0)
  return (
    <ul aria-label="How the ratings are spread" className="mt-5 max-w-sm space-y-1 text-xs tabular-nums">
      {shares.map((share) => (
        <li key={share.stars} className="flex items-center gap-3">
          <span className="w-12 shrink-0">{counted(share.stars, 'star')}</span>
          <svg aria-hidden className="h-2 w-0 grow rounded-full bg-star-rest">
            <rect width={share.votes > 0 ? `${share.percent || 1}%` : 0} height="100%" rx="4" className="fill-star" />
          </svg>
          <span className="w-9 shrink-0 text-end text-muted">
            {percentText(share, all)} %<span className="sr-only">, {counted(share.votes, 'rating')}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Plain text of a stranger: its line breaks are kept, and it is never read as HTML. */
const reviewItems = (reviews: Review[]) =>
  reviews.map(({ id, name, rate, text, date }) => (
    <li key={id} className="border-t border-line pt-5 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{name}</span>
        <Stars rate={rate} height={14} />
        <span className="sr-only">{rate} out of 5,</span>
        <span className="text-xs text-muted">{date}</span>
      </div>
      <p className="mt-1.5 max-w-2xl whitespace-pre-line">{text}</p>
    </li>
  ))

const list = 'space-y-5'

const ReviewList = ({ reviews, reviewCount }: Pick<ReviewsData, 'reviews' | 'reviewCount'>) => {
  const shown = reviews.length > SHOWN + SLACK ? SHOWN : reviews.length
  const rest = reviews.slice(shown)
  return (
    <div className="min-w-0">
      <ul className={list}>{reviewItems(reviews.slice(0, shown))}</ul>
      {rest.length > 0 && (
        <details className="mt-5">
          <summary className="inline-flex min-h-8 list-none items-center rounded-sm text-sm font-semibold underline underline-offset-4">
            {counted(rest.length, 'more review')}
          </summary>
          <ul className={`mt-5 border-t border-line pt-5 ${list}`}>{reviewItems(rest)}</ul>
        </details>
      )}
      {reviewCount > reviews.length && (
        <p className="mt-5 text-sm text-muted">
          These are the newest {reviews.length} of {counted(reviewCount, 'review')}.
        </p>
      )}
    </div>
  )
}

/** What people think of it: the mean, how the votes are spread, and what they wrote. */
export const Reviews = ({ reviews, what }: { reviews: ReviewsData | null; what: 'app' | 'service' }) =>
  reviews === null ? (
    <p className="flex items-center gap-3 text-muted">
      <Icon as={MessageSquareText} size={18} className="shrink-0" />
      Nobody has rated this {what} yet.
    </p>
  ) : (
    <div className="grid gap-x-14 gap-y-8 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <p className="flex items-center gap-4">
          <span className="text-5xl font-semibold tabular-nums">{reviews.rate.toFixed(1)}</span>
          <span className="text-sm text-muted">
            <Stars rate={reviews.rate} />
            <span className="sr-only">out of 5, </span>
            <span className="mt-1 block">{counted(reviews.votes, 'rating')}</span>
          </span>
        </p>
        {reviews.histogram && <Histogram shares={reviews.histogram} />}
      </div>
      {reviews.reviews.length > 0 ? (
        <ReviewList reviews={reviews.reviews} reviewCount={reviews.reviewCount} />
      ) : (
        <p className="text-muted">Nobody has written a review yet.</p>
      )}
    </div>
  )
