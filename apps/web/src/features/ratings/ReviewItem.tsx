import type { Review } from '@marketplace/contracts/ratings/schemas'
import { formatDate, formatMonth } from '@marketplace/domain/dates'
import { Stars } from '../../ui/Stars.tsx'

/** The evidence that the author uses the application: the date of the install, and the plan that was bought. */
const evidenceOf = ({ installedSince, plan }: Review): string =>
  [installedSince && `Installed since ${formatMonth(new Date(`${installedSince}-01T00:00:00Z`))}`, plan && `${plan} plan`]
    .filter(Boolean)
    .join(' · ')

type Props = { review: Review; onReport: ((review: Review) => void) | null }

/** One review. A stranger wrote its text, so it is shown as plain text with its line breaks and its own direction, never as HTML. */
export const ReviewItem = ({ review, onReport }: Props) => {
  const { name, rate, createdAt, answer } = review
  const evidence = evidenceOf(review)
  return (
    <li className="border-t border-line pt-5 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        <Stars rate={rate} height={14} />
        <span className="sr-only">{rate} out of 5,</span>
        <span className="text-xs text-muted">{formatDate(new Date(createdAt))}</span>
      </div>
      {evidence && <p className="mt-0.5 text-xs text-muted">{evidence}</p>}
      <p dir="auto" className="mt-1.5 max-w-2xl wrap-anywhere whitespace-pre-line">
        {review.review}
      </p>
      {answer && (
        <div className="mt-3 max-w-2xl rounded-card bg-sunken px-4 py-3 text-sm">
          <p className="text-xs text-muted">
            <span className="font-semibold text-ink">
              Answer of <bdi>{answer.developer ?? 'the developer'}</bdi>
            </span>{' '}
            · {formatDate(new Date(answer.createdAt))}
          </p>
          <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
            {answer.answer}
          </p>
        </div>
      )}
      {onReport && (
        <button
          type="button"
          onClick={() => onReport(review)}
          className="mt-2 inline-flex min-h-6 items-center rounded-sm text-xs text-muted underline underline-offset-4 hover:text-ink"
        >
          Report<span className="sr-only"> the review of {name}</span>
        </button>
      )}
    </li>
  )
}
