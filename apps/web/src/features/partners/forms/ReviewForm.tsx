import { CallError } from '@marketplace/contracts/api/client'
import { COMMENT } from '@marketplace/contracts/partners/limits'
import { useVisitorForm } from './use-visitor-form.ts'
import { HiddenField, TextArea, TextField, VisitorForm } from './VisitorFields.tsx'
import { visitorCall } from './visitor-call.ts'

const failedText = (error: unknown): string =>
  error instanceof CallError && error.status === 409 ? 'Review had already been sent!' : "Expert review couldn't be sent"

/** The form that reviews an expert. A review appears once it was verified. */
export const ReviewForm = ({ id, name }: { id: string; name: string }) => {
  const state = useVisitorForm({
    fields: ['comment', 'name', 'userEmail', 'website'],
    send: (body) => visitorCall('POST /partners/experts_marketplace/{id}/comment', { params: { id }, body }),
    sentText: 'Review sent to be verified!',
    event: 'expert_review_sent',
    failedText,
  })
  const { control } = state
  return (
    <VisitorForm
      state={state}
      label={`Review of ${name}`}
      button="Send review"
      busyButton="Sending…"
      sent="Thank you. Your review appears here once it was verified."
      again="Write another review"
    >
      <TextArea label="Your review" control={control('comment')} max={COMMENT.max} rows={4} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Your name" hint="It is shown with your review." control={control('name')} autoComplete="name" />
        <TextField label="Your e-mail" hint="It is not shown." control={control('userEmail')} type="email" autoComplete="email" />
        <TextField label="Your website (optional)" control={control('website')} type="url" autoComplete="url" />
      </div>
      <HiddenField control={control('fax')} />
    </VisitorForm>
  )
}
