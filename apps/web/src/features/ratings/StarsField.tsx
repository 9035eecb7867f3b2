import { useId } from 'react'
import { OneStar } from '../../ui/Stars.tsx'
import { counted } from '../../ui/counted.ts'

const STARS = [1, 2, 3, 4, 5] as const

/** One to five stars as radio buttons: arrow keys choose, and a screen reader says how many. */
export const StarsField = ({ rate, error, onChange }: { rate: number; error: string; onChange: (rate: number) => void }) => {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-sm font-semibold">Your rating</legend>
      <div className="-ms-1.5 mt-1.5 flex">
        {STARS.map((stars) => (
          <label
            key={stars}
            className="flex size-10 cursor-pointer items-center justify-center rounded-control hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-primary [&_svg]:size-7"
          >
            <input
              type="radio"
              name={`${id}-rate`}
              value={stars}
              checked={rate === stars}
              onChange={() => onChange(stars)}
              data-invalid={error ? true : undefined}
              className="sr-only"
            />
            <span className={stars <= rate ? 'contents' : 'contents [&_svg]:fill-star-rest'}>
              <OneStar />
            </span>
            <span className="sr-only">{counted(stars, 'star')}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
