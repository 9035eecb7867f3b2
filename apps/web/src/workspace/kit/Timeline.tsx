import { formatInstant } from '@marketplace/domain/dates'
import { classNames } from '../../ui/class-names.ts'

export type Moment = { at: string; title: string; note?: string }

type Props = {
  /** The name of the history for screen readers. */
  label: string
  /** The events, the earliest first. */
  moments: readonly Moment[]
  /** The current time (ms). Later moments are drawn as future ones. */
  now: number
}

/** Past events and the next one, in order. */
export const Timeline = ({ label, moments, now }: Props) => (
  <ol aria-label={label} className="text-sm">
    {moments.map(({ at, title, note }) => {
      const isAhead = Date.parse(at) > now
      return (
        <li key={`${at} ${title}`} className="group relative ps-6 pb-5 last:pb-0">
          <span aria-hidden className="absolute inset-y-0 start-1 top-3 w-px bg-line group-last:hidden" />
          <span
            aria-hidden
            className={classNames(
              'absolute start-0 top-1.5 size-2.25 rounded-full border',
              isAhead ? 'border-control bg-surface' : 'border-accent bg-accent',
            )}
          />
          <p className="font-semibold">
            {title}
            {isAhead && <span className="sr-only"> (to come)</span>}
          </p>
          <p className="text-muted">
            <time dateTime={at}>{formatInstant(at)}</time>
            {note && `, ${note}`}
          </p>
        </li>
      )
    })}
  </ol>
)
