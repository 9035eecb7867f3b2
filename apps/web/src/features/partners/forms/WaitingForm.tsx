import { useEffect } from 'react'
import { reportVisit } from '../../../lib/report-visit.ts'
import { useVisitorForm } from './use-visitor-form.ts'
import { HiddenField, TextField, VisitorForm } from './VisitorFields.tsx'
import { visitorCall } from './visitor-call.ts'

/** The form that asks for one mail when a prospect joins. */
export const WaitingForm = ({ id, name }: { id: string; name: string }) => {
  useEffect(() => reportVisit({ prospect_id: id }), [id])
  const state = useVisitorForm({
    fields: ['userEmail'],
    send: ({ userEmail, fax }) =>
      visitorCall('POST /partners/experts_prospects_marketplace/{id}/waiting-list', {
        params: { id },
        body: { email: userEmail, fax },
      }),
    sentText: 'You are on the waiting list.',
    event: 'waiting_list_joined',
    failedText: () => 'The waiting list could not be joined.',
  })
  const { control } = state
  return (
    <VisitorForm
      state={state}
      label={`Waiting list of ${name}`}
      button="Join"
      busyButton="Joining…"
      sent={`We will write to you once, when ${name} has joined.`}
      again="Use another address"
    >
      <TextField label="E-mail" control={control('userEmail')} type="email" autoComplete="email" />
      <HiddenField control={control('fax')} />
    </VisitorForm>
  )
}
