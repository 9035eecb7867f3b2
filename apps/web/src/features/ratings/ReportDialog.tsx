import { REPORT_NOTE_MAX, REPORT_REASONS, type ReportReason } from '@marketplace/contracts/ratings/review-rules'
import type { Review } from '@marketplace/contracts/ratings/schemas'
import { useId, useState } from 'react'
import { openedSession } from '../../lib/session/start.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { changeFailure } from './rating-texts.ts'

const REASONS: Readonly<Record<ReportReason, string>> = {
  spam: 'It is advertising or spam',
  offensive: 'It is offensive',
  'not-about-this': 'It is not about this app',
  'private-data': 'It contains private data',
  other: 'Something else',
}

export const REPORTED = 'Thank you. We will look at this review.'

/** Reports a review to the operator. */
export const ReportDialog = ({ review, onClose }: { review: Review; onClose: () => void }) => {
  const [reason, setReason] = useState<ReportReason>('spam')
  const [note, setNote] = useState('')
  const name = useId()
  const { busy, run } = useAction(async () => {
    const { product } = await openedSession()
    const body = { reason, note: note || null }
    const { status } = await product('POST /feedback/reviews/{id}/report', { params: { id: review.id }, body })
    if (status !== 'reported') throw new Error('The review was not reported')
    showToast(REPORTED)
    onClose()
  }, changeFailure)
  return (
    <Modal
      open
      onClose={onClose}
      title="Report this review"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void run()} disabled={busy} aria-busy={busy}>
            {busy ? 'One moment…' : 'Report'}
          </Button>
        </>
      }
    >
      <fieldset className="mb-4 space-y-1">
        <legend className="mb-1.5 font-semibold">What is wrong with it?</legend>
        {REPORT_REASONS.map((each) => (
          <label key={each} className="flex min-h-8 items-center gap-2">
            <input type="radio" name={name} checked={reason === each} onChange={() => setReason(each)} className="size-4" />
            {REASONS[each]}
          </label>
        ))}
      </fieldset>
      <Field label="What should we know?" hint="You may leave it empty.">
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={REPORT_NOTE_MAX}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className="w-full rounded-control border border-control bg-surface px-3 py-2 text-sm"
          />
        )}
      </Field>
    </Modal>
  )
}
