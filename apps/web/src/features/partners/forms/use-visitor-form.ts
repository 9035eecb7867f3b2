import { CallError } from '@marketplace/contracts/api/client'
import { PROBLEMS } from '@marketplace/contracts/partners/limits'
import { type VisitorField, visitorFieldProblem } from '@marketplace/domain/visitor-fields'
import { type FormEvent, useRef, useState } from 'react'
import { track } from '../../../lib/signals.ts'
import { useSession } from '../../../lib/session/store.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useAction } from '../../../lib/use-action.ts'
import { failureReason } from './visitor-call.ts'

type Typed<Field extends VisitorField> = Partial<Record<Field | 'fax', string>>
type Problems = Partial<Record<VisitorField, string>>

/** The message for a field that the form accepted and the server refused. The server checks addresses more strictly. */
const serverProblem = (field: VisitorField): string =>
  field === 'userEmail' ? PROBLEMS.email : field === 'website' ? PROBLEMS.website : 'This has characters that cannot be read'

type Options<Field extends VisitorField> = {
  fields: readonly Field[]
  /** Sends the values. Each value is a text. */
  send: (values: Record<Field, string> & { fax: string }) => Promise<unknown>
  sentText: string
  /** The event that is counted after a successful submission. */
  event: 'expert_message_sent' | 'expert_review_sent' | 'waiting_list_joined'
  /** The toast after a failure. */
  failedText: (error: unknown) => string
}

/** The state of a visitor's form. Its values stay after a failure. Name and e-mail of a signed-in person are filled in. */
export const useVisitorForm = <Field extends VisitorField>({ fields, send, sentText, event, failedText }: Options<Field>) => {
  const session = useSession()?.data
  const own: Partial<Record<string, string>> = { name: session?.name ?? '', userEmail: session?.email ?? '' }
  const [typed, setTyped] = useState<Typed<Field>>({})
  const [problems, setProblems] = useState<Problems>({})
  const [reason, setReason] = useState('')
  const [isSent, setSent] = useState(false)
  const submitted = useRef<HTMLFormElement>(null)

  const valueOf = (field: Field | 'fax'): string => typed[field] ?? own[field] ?? ''
  const point = (found: Problems): void => {
    setProblems(found)
    const first = fields.find((field) => found[field])
    if (first) submitted.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const { busy, run } = useAction(
    async () => {
      const values = Object.fromEntries([...fields, 'fax' as const].map((field) => [field, valueOf(field)]))
      await send(values as Record<Field, string> & { fax: string })
      track(event)
      setReason('')
      setSent(true)
      // The fields about the person keep their values for another message.
      setTyped(({ message: _, comment: __, ...kept }: Record<string, string | undefined>) => kept as Typed<Field>)
      showToast(sentText)
    },
    (error) => {
      setReason(failureReason(error))
      const refused = error instanceof CallError ? error.fields : []
      const found = fields.flatMap((field) => {
        const isRefused = refused.some((each) => each.field === field)
        return isRefused ? [[field, visitorFieldProblem(field, valueOf(field)) ?? serverProblem(field)]] : []
      })
      if (found.length > 0) point(Object.fromEntries(found) as Problems)
      return failedText(error)
    },
  )

  return {
    busy,
    reason,
    isSent,
    writeAgain: () => setSent(false),
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      submitted.current = event.currentTarget
      const found = fields.flatMap((field) => {
        const problem = visitorFieldProblem(field, valueOf(field))
        return problem === null ? [] : [[field, problem]]
      })
      point(Object.fromEntries(found) as Problems)
      if (found.length === 0) void run()
    },
    control: (field: Field | 'fax') => ({
      name: field,
      value: valueOf(field),
      error: field === 'fax' ? undefined : problems[field],
      onType: (text: string) => {
        setTyped((before) => ({ ...before, [field]: text }))
        if (field !== 'fax') setProblems(({ [field]: _, ...rest }) => rest)
      },
    }),
  }
}
