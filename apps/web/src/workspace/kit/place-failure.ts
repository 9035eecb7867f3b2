import { CallError } from '@marketplace/contracts/api/client'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { failureWords } from '../data/failure-words.ts'

/**
 * A validation message as a sentence. The marketplace's own rules have messages such as "has more than 10 characters", zod has "Invalid
 * input".
 */
export const sentenceOf = (message: string | undefined): string | undefined =>
  message && (/^[a-z]/.test(message) ? `It ${message}.` : `${message}.`)

/** Whether the API refused the call, so that certainly nothing was changed. */
const isRefused = (error: unknown): boolean => error instanceof CallError && error.status < 500

type Form<Body extends FieldValues> = Pick<UseFormReturn<Body>, 'setError' | 'getValues'>

/** Shows why the API refused a form: its message about a field at that field, everything else above the buttons. */
export const placeFailure = <Body extends FieldValues>({ setError, getValues }: Form<Body>, error: unknown): void => {
  const values = getValues()
  const refused = error instanceof CallError ? error.fields : []
  // "agents/3" is an entry of the field "agents".
  const fieldOf = (path: string): string => path.split(/[/.]/)[0] ?? ''
  const [own, others] = [
    refused.filter(({ field }) => Object.hasOwn(values, fieldOf(field))),
    refused.filter(({ field }) => !Object.hasOwn(values, fieldOf(field))),
  ]
  for (const { field, message } of own) setError(fieldOf(field) as Path<Body>, { type: 'server', message })
  if (own.length > 0 && others.length === 0) return
  const { reason, advice } = failureWords(error)
  const safe = isRefused(error) ? 'Nothing was changed.' : 'It may have been saved all the same: look before you send it again.'
  setError('root', { type: 'server', message: `${reason} ${safe} ${advice}` })
}
