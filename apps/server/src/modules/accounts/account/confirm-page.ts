import { MAX_PASSWORD } from '@marketplace/domain/passwords'
import { field, problem } from '../pages/forms.ts'
import { markup } from '../pages/html.ts'
import { type Page, renderPage } from '../pages/layout.ts'
import { passkeyForm } from '../pages/passkey-form.ts'

/** The proofs that a person has to give again: the password, a second factor, or both. */
export type Asked = {
  password: boolean
  secondFactor: null | {
    hasApp: boolean
    /** The request to the browser for a passkey, as JSON; null if the account has no passkeys. */
    passkey: string | null
  }
}
export type ConfirmErrors = { error?: string; proof?: string }

const leadOf = ({ password, secondFactor }: Asked): string => {
  if (!secondFactor) return 'Type your password once more to go on.'
  return password ? 'Type your password and a code of your second step to go on.' : 'Type a code of your second step to go on.'
}

/**
 * Asks a signed-in person for proofs again, so that a stranger at an open browser cannot continue. A passkey also replaces the password.
 */
export const renderConfirm = (
  publicUrl: string,
  { action, fields }: { action: string; fields: Readonly<Record<string, string>> },
  asked: Asked,
  errors: ConfirmErrors,
): Page => {
  const { password, secondFactor } = asked
  const passkey = secondFactor?.passkey ?? null
  const carried = markup`${Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}`
  const passwordField = field({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
    first: true,
    maxLength: MAX_PASSWORD,
  })
  const codeField =
    secondFactor &&
    field({
      name: 'proof',
      label: secondFactor.hasApp ? 'Code' : 'Recovery code',
      autocomplete: 'one-time-code',
      ...(secondFactor.hasApp && { hint: 'Six digits, or one of your recovery codes' }),
      error: errors.proof,
      first: !password,
      maxLength: 60,
    })
  return renderPage(
    { title: 'Is it you?', publicUrl, formLeads: 'here', isSignedIn: true, usesPasskeys: passkey !== null },
    markup`<h1>Is it you?</h1><p class="lead">${leadOf(asked)}</p>${problem(errors.error ?? null)}
<form method="post" action="${action}">${carried}${password && passwordField}${codeField}
<button type="submit">Continue</button></form>${
      passkey !== null &&
      passkeyForm({ action, asks: 'get', options: passkey, button: 'Use a passkey', fields: carried, name: 'proof-passkey' })
    }
<p class="after"><a href="/account">Back to your account</a></p>`,
  )
}
