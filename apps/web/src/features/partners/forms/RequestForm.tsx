import { MESSAGE } from '@marketplace/contracts/partners/limits'
import { useState } from 'react'
import { useVisitorForm } from './use-visitor-form.ts'
import { HiddenField, TextArea, TextField, VisitorForm } from './VisitorFields.tsx'
import { visitorCall } from './visitor-call.ts'

type Props = { slug: string; heading: string; experts: readonly { id: string; name: string }[] }

/** The form that asks all experts of a campaign for help, or the checked ones. */
export const RequestForm = ({ slug, heading, experts }: Props) => {
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = experts.filter(({ id }) => !left.includes(id))
  const state = useVisitorForm({
    fields: ['name', 'surname', 'userEmail', 'website', 'message'],
    send: (body) =>
      visitorCall('POST /partners/campaigns/{slug}/request', {
        params: { slug },
        body: { ...body, experts: chosen.map(({ id }) => id) },
      }),
    sentText: 'Message sent successfully!',
    event: 'expert_message_sent',
    failedText: () => "We couldn't send the expert request",
  })
  const { control } = state
  const toggle = (id: string) => setLeft(left.includes(id) ? left.filter((each) => each !== id) : [...left, id])
  return (
    <VisitorForm
      state={state}
      label={`Request: ${heading}`}
      button={chosen.length === 1 ? 'Ask 1 expert' : `Ask ${chosen.length} experts`}
      busyButton="Sending…"
      sent="Your request is on its way. Each expert will answer by e-mail."
      again="Write another request"
    >
      <TextArea label="What do you need?" control={control('message')} max={MESSAGE.max} rows={6} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" control={control('name')} autoComplete="given-name" />
        <TextField label="Surname (optional)" control={control('surname')} autoComplete="family-name" />
        <TextField label="E-mail" control={control('userEmail')} type="email" autoComplete="email" />
        <TextField label="Website (optional)" control={control('website')} type="url" autoComplete="url" />
      </div>
      <fieldset>
        <legend className="text-sm font-semibold">Who gets it</legend>
        <ul className="mt-1.5 grid gap-x-4 sm:grid-cols-2">
          {experts.map(({ id, name }) => (
            <li key={id}>
              <label className="flex min-h-8 items-center gap-2.5 text-sm">
                <input
                  type="checkbox"
                  checked={!left.includes(id)}
                  // At least one expert stays checked.
                  disabled={chosen.length === 1 && !left.includes(id)}
                  onChange={() => toggle(id)}
                  className="size-4 shrink-0 accent-primary"
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <HiddenField control={control('fax')} />
    </VisitorForm>
  )
}
