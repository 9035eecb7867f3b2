import { keptName, keptText, lengthOf } from '@marketplace/contracts/core/written-text'
import { nameProblem, RATE_MISSING, REVIEW_RULES, reviewProblem } from '@marketplace/contracts/ratings/review-rules'
import type { MyRating, Rated } from '@marketplace/contracts/ratings/schemas'
import { useRef, useState } from 'react'
import { track } from '../../lib/signals.ts'
import { openedSession } from '../../lib/session/start.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { RATED, RATED_MS, ratingFailure } from './rating-texts.ts'
import { StarsField } from './StarsField.tsx'

const RULES = REVIEW_RULES.application
const INPUT = 'w-full rounded-control border border-control bg-surface px-3 py-2 text-sm text-ink aria-invalid:border-danger'

type Props = { id: string; appName: string; own: MyRating; onClose: () => void; onRated: (rated: Rated) => void }

const NO_ERRORS = { rate: '', name: '', review: '' }

/** The dialog for a rating: stars, name and review. Only the stars are required. */
export const RatingDialog = ({ id, appName, own: { rating, name: ownName }, onClose, onRated }: Props) => {
  const [rate, setRate] = useState(rating?.rate ?? 0)
  const [name, setName] = useState(rating?.name ?? ownName)
  const [review, setReview] = useState(rating?.review ?? '')
  const [mail, setMail] = useState(rating?.mail ?? true)
  const [errors, setErrors] = useState(NO_ERRORS)
  const form = useRef<HTMLFormElement>(null)

  const findErrors = (withReview: boolean) => ({
    rate: rate === 0 ? RATE_MISSING : '',
    name: (withReview && nameProblem(keptName(name), RULES)) || '',
    review: (withReview && reviewProblem(keptText(review), RULES)) || '',
  })

  const send = useRef(true)
  const { busy, run } = useAction(async () => {
    const { product } = await openedSession()
    const body = send.current ? { rate, name, review, mail } : { rate }
    const rated = await product('PUT /feedback/rate/application/{id}', { params: { id }, body })
    if (rated.rating?.rate !== rate) throw new Error('The answer has another rating')
    track('rating_sent', { application: id, detail: String(rate) as '1' | '2' | '3' | '4' | '5' })
    showToast(RATED, RATED_MS)
    onRated(rated)
    onClose()
  }, ratingFailure)

  const submit = (withReview: boolean) => {
    const found = findErrors(withReview)
    setErrors(found)
    if (Object.values(found).some(Boolean)) {
      // Focuses the first invalid field, after React has marked it.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus())
      return
    }
    send.current = withReview
    void run()
  }

  return (
    <Modal
      open
      onClose={onClose}
      title={`Rate ${appName}`}
      actions={
        <>
          <Button variant="secondary" onClick={() => submit(false)} disabled={busy}>
            Send stars only
          </Button>
          <Button onClick={() => submit(true)} disabled={busy} aria-busy={busy}>
            {busy ? 'One moment…' : 'Send rating'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(true)
        }}
      >
        <StarsField rate={rate} error={errors.rate} onChange={setRate} />
        <Field label="Your name" hint="Everybody sees it beside your review." error={errors.name}>
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.target.value)}
              className={INPUT}
            />
          )}
        </Field>
        <Field label="Your review" hint={`${lengthOf(keptText(review))} of ${RULES.text.max} characters`} error={errors.review}>
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={6}
              value={review}
              onChange={(event) => setReview(event.target.value)}
              className={INPUT}
            />
          )}
        </Field>
        <label className="flex items-start gap-2 text-sm">
          <input type="checkbox" checked={mail} onChange={(event) => setMail(event.target.checked)} className="mt-0.5 size-4" />
          Send me a mail when my review is published or answered.
        </label>
        <p className="text-xs text-muted">
          Your stars count at once. Your review appears after we have verified it, with the month since which you have the app,
          and its plan.
        </p>
        {/* Makes Enter in the name submit the form. */}
        <button type="submit" hidden>
          Send rating
        </button>
      </form>
    </Modal>
  )
}
