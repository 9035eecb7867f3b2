import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import type { Review, ReviewSort } from '@marketplace/contracts/ratings/schemas'
import { MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { opensElsewhere } from '../../lib/opens-elsewhere.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { counted } from '../../ui/counted.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { Histogram } from './Histogram.tsx'
import { ReviewItem } from './ReviewItem.tsx'
import { useReviewList } from './use-review-list.ts'

const SORTS: { value: ReviewSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'highest', label: 'Most stars first' },
  { value: 'lowest', label: 'Fewest stars first' },
]

type Shown = Pick<ApplicationPage, 'id' | 'service' | 'reviews'>
type Props = {
  page: Shown
  /** The person's own rating and the button to rate. */
  rating: ReactNode
  /** Null if nobody can report reviews here. */
  onReport: ((review: Review) => void) | null
}

/** The section of reviews: the mean, the distribution of votes, and the texts. */
export const Reviews = ({ page, rating, onReport }: Props) =>
  page.reviews === null ? (
    <div className="space-y-5">
      <p className="flex items-center gap-3 text-muted">
        <Icon as={MessageSquareText} size={18} className="shrink-0" />
        Nobody has rated this {page.service ? 'service' : 'app'} yet.
      </p>
      {rating}
    </div>
  ) : (
    // The key resets the state of this section for another application.
    <Rated key={`${page.id} ${page.reviews.page}`} id={page.id} data={page.reviews} rating={rating} onReport={onReport} />
  )

type RatedProps = { id: string; data: NonNullable<Shown['reviews']>; rating: ReactNode; onReport: Props['onReport'] }

const Rated = ({ id, data, rating, onReport }: RatedProps) => {
  const { reviews, total, start, choice, busy, choose, more } = useReviewList(id, data)
  const { rate } = choice
  return (
    <div className="grid gap-x-14 gap-y-8 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <p className="flex items-center gap-4">
          <span className="text-5xl font-semibold tabular-nums">{data.rate.toFixed(1)}</span>
          <span className="text-sm text-muted">
            <Stars rate={data.rate} />
            <span className="sr-only">out of 5, </span>
            <span className="mt-1 block">{counted(data.votes, 'rating')}</span>
          </span>
        </p>
        {data.histogram && <Histogram shares={data.histogram} chosen={rate} onChoose={(stars) => choose({ rate: stars })} />}
        <div className="mt-5">{rating}</div>
      </div>
      <div className="min-w-0" aria-busy={busy}>
        {data.reviewCount > 1 && (
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
            <p aria-live="polite" className="text-sm text-muted">
              {counted(total, 'review')}
              {rate !== null && ` with ${counted(rate, 'star')}`}
            </p>
            <Field label="Sort reviews" inline>
              {(control) => (
                <Select
                  {...control}
                  value={choice.sort}
                  options={SORTS}
                  onChange={(event) => choose({ sort: event.target.value as ReviewSort })}
                />
              )}
            </Field>
          </div>
        )}
        {reviews.length > 0 ? (
          <ul className="space-y-5">
            {reviews.map((review) => (
              <ReviewItem key={review.id} review={review} onReport={onReport} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">
            {rate === null ? 'Nobody has written a review yet.' : `Nobody has written a review with ${counted(rate, 'star')}.`}
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
          {start > 0 && (
            <ButtonAnchor variant="secondary" href={paths.reviews(data.page - 1)}>
              Newer reviews
            </ButtonAnchor>
          )}
          {total > start + reviews.length && (
            // A link, so that it works without scripts.
            <ButtonAnchor
              variant="secondary"
              href={paths.reviews(data.page + 1)}
              aria-busy={busy}
              onClick={(event) => {
                if (opensElsewhere(event)) return
                event.preventDefault()
                if (!busy) more()
              }}
            >
              Show more reviews
            </ButtonAnchor>
          )}
        </div>
      </div>
    </div>
  )
}
