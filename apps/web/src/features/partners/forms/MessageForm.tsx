import { MESSAGE } from '@marketplace/contracts/partners/limits'
import { useVisitorForm } from './use-visitor-form.ts'
import { HiddenField, TextArea, TextField, VisitorForm } from './VisitorFields.tsx'
import { visitorCall } from './visitor-call.ts'

/** The form that sends a message to an expert. */
export const MessageForm = ({ id, name }: { id: string; name: string }) => {
  const state = useVisitorForm({
    fields: ['name', 'surname', 'userEmail', 'website', 'message'],
    send: (body) => visitorCall('POST /partners/experts_marketplace/{id}/message', { params: { id }, body }),
    sentText: 'Message sent successfully!',
    event: 'expert_message_sent',
    failedText: () => "We couldn't send the contact request",
  })
  const { control } = state
  return (
    <VisitorForm
      state={state}
      label={`Message to ${name}`}
      button="Send message"
      busyButton="Sending…"
      sent={`Your message is on its way to ${name}, who will answer by e-mail.`}
      again="Write another message"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" control={control('name')} autoComplete="given-name" />
        <TextField label="Surname (optional)" control={control('surname')} autoComplete="family-name" />
        <TextField label="E-mail" control={control('userEmail')} type="email" autoComplete="email" />
        <TextField label="Website (optional)" control={control('website')} type="url" autoComplete="url" />
      </div>
      <TextArea label="Message" control={control('message')} max={MESSAGE.max} rows={6} />
      <HiddenField control={control('fax')} />
    </VisitorForm>
  )
}
