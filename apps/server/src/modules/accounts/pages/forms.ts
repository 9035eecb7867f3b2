import { type Html, markup } from './html.ts'

type Field = {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  value?: string
  autocomplete: string
  hint?: string
  error?: string | undefined
  /** Whether the field has the focus when the page opens. */
  first?: boolean
  inputMode?: 'numeric'
  minLength?: number
  maxLength: number
}

/** A field with its label, its hint and its error. */
export const field = ({
  name,
  label,
  type = 'text',
  value = '',
  autocomplete,
  hint,
  error,
  first,
  inputMode,
  minLength,
  maxLength,
}: Field): Html => {
  // No hint beside an error: both say what is allowed.
  const help = error === undefined ? hint : undefined
  const described = error === undefined ? help && `${name}-hint` : `${name}-error`
  return markup`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="${maxLength}"${
    minLength !== undefined && markup` minlength="${minLength}"`
  }${inputMode !== undefined && markup` inputmode="${inputMode}"`} required${type === 'email' && markup` autocapitalize="none" spellcheck="false"`}${described !== undefined && markup` aria-describedby="${described}"`}${
    error !== undefined && markup` aria-invalid="true"`
  }${first === true && markup` autofocus`}>${help !== undefined && markup`<p class="hint" id="${name}-hint">${help}</p>`}${
    error !== undefined && markup`<p class="wrong" id="${name}-error">${error}</p>`
  }</div>`
}

/** The field for a code of an authenticator app, or a recovery code. */
export const codeField = (label: string, hint: string | null, error: string | null, isNumeric: boolean): Html =>
  field({
    name: 'code',
    label,
    autocomplete: 'one-time-code',
    ...(hint !== null && { hint }),
    error: error ?? undefined,
    first: true,
    maxLength: 60,
    ...(isNumeric && { inputMode: 'numeric' }),
  })

/** The error of the form as a whole. */
export const problem = (text: string | null): Html | null =>
  text === null ? null : markup`<p class="notice wrong" role="alert">${text}</p>`
