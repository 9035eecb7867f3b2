import { keptText, lengthOf } from '@marketplace/contracts/core/written-text'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import type { useVisitorForm } from './use-visitor-form.ts'

type Control = { name: string; value: string; error: string | undefined; onType: (text: string) => void }

const LOOK = 'w-full rounded-control border border-control bg-surface px-3 text-sm aria-invalid:border-danger'

type TextProps = { label: string; hint?: string; control: Control; type?: 'text' | 'email' | 'url'; autoComplete?: string }

/** A field of one line. */
export const TextField = ({ label, hint, control: { error, onType, ...given }, type = 'text', autoComplete }: TextProps) => (
  <Field label={label} {...(hint && { hint })} {...(error && { error })}>
    {(control) => (
      <input
        {...control}
        {...given}
        type={type}
        {...(autoComplete && { autoComplete })}
        onChange={(event) => onType(event.target.value)}
        className={`min-h-10 ${LOOK}`}
      />
    )}
  </Field>
)

type AreaProps = { label: string; control: Control; max: number; rows: number }

/** A field of several lines with a counter of the letters left. It accepts text that is too long, because cutting it off would lose it. */
export const TextArea = ({ label, control: { error, onType, ...given }, max, rows }: AreaProps) => {
  const count = lengthOf(keptText(given.value))
  return (
    <div>
      <Field label={label} {...(error && { error })}>
        {(control) => (
          <textarea
            {...control}
            {...given}
            rows={rows}
            dir="auto"
            onChange={(event) => onType(event.target.value)}
            className={`py-2 ${LOOK}`}
          />
        )}
      </Field>
      <p className={count > max ? 'mt-1 text-xs text-danger tabular-nums' : 'mt-1 text-xs text-muted tabular-nums'}>
        {count} / {max}
        <span className="sr-only"> characters</span>
      </p>
    </div>
  )
}

/** A hidden field that only bots fill in: docs/product/experts.md, Hidden field. */
export const HiddenField = ({ control: { name, value, onType } }: { control: Control }) => (
  <div aria-hidden className="absolute size-0 overflow-hidden">
    <label>
      Leave this empty
      <input name={name} value={value} onChange={(event) => onType(event.target.value)} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)

type FormProps = {
  state: Pick<ReturnType<typeof useVisitorForm>, 'busy' | 'reason' | 'isSent' | 'writeAgain' | 'submit'>
  label: string
  /** The label of the button, and its label while the form is sent. */
  button: string
  busyButton: string
  /** The sentence that is shown after sending. */
  sent: string
  again: string
  children: ReactNode
}

/** The form with its button, or the sentence that is shown after sending. */
export const VisitorForm = ({ state, label, button, busyButton, sent, again, children }: FormProps) => (
  <div className="relative">
    <div role="status">{state.isSent && <p className="text-positive">{sent}</p>}</div>
    {state.isSent ? (
      // The button that had the focus was removed, so the new button gets it.
      <div className="mt-4" ref={(room) => room?.querySelector('button')?.focus()}>
        <Button variant="secondary" size="sm" onClick={state.writeAgain}>
          {again}
        </Button>
      </div>
    ) : (
      <form onSubmit={state.submit} noValidate aria-label={label} className="max-w-2xl space-y-4">
        {children}
        {state.reason && <p className="text-sm text-danger">{state.reason}</p>}
        {/* aria-disabled instead of disabled: a disabled button would lose the focus. */}
        <Button type="submit" aria-disabled={state.busy} aria-busy={state.busy}>
          {state.busy ? busyButton : button}
        </Button>
      </form>
    )}
  </div>
)
