import type { MyRating, OwnRating as OwnRatingData } from '@marketplace/contracts/ratings/schemas'
import { Stars } from '../../ui/Stars.tsx'
import { counted } from '../../ui/counted.ts'

const STATES: Readonly<Record<NonNullable<OwnRatingData['state']>, string>> = {
  waiting: 'Your review is waiting to be verified.',
  shown: 'Your review is published.',
  rejected: 'Your review is not published.',
}

/** The person's own rating, and the status of their review. */
export const OwnRating = ({ rating }: { rating: NonNullable<MyRating['rating']> }) => {
  const { rate, review, state, rejection } = rating
  return (
    <div className="rounded-card bg-sunken p-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span>You gave</span>
        <Stars rate={rate} height={14} />
        <span className="sr-only">{counted(rate, 'star')}.</span>
      </p>
      {state && <p className="mt-2 font-semibold">{STATES[state]}</p>}
      {rejection && (
        <p dir="auto" className="mt-1 wrap-anywhere">
          {rejection}
        </p>
      )}
      {review && state !== 'shown' && (
        <p dir="auto" className="mt-2 line-clamp-6 wrap-anywhere whitespace-pre-line text-muted">
          {review}
        </p>
      )}
    </div>
  )
}
