import { signInAddress } from '../pages/addresses.ts'
import { codeField } from '../pages/forms.ts'
import { markup } from '../pages/html.ts'
import { type Page, renderPage } from '../pages/layout.ts'
import { passkeyForm } from '../pages/passkey-form.ts'

/** The person continues with `query` after the sign-in. */
type Where = { publicUrl: string; query: string }

export type SecondStepView = Where & {
  inPopup: boolean
  step: string
  hasApp: boolean
  /** The request to the browser for a passkey, as JSON; null if the account has no passkeys. */
  passkey: string | null
  error: string | null
}

/** Asks for the second factor, after the password. */
export const renderSecondStep = ({ publicUrl, query, inPopup, step, hasApp, passkey, error }: SecondStepView): Page => {
  const action = `/signin/second-factor${query === '' ? '' : `?${query}`}`
  const carried = markup`<input type="hidden" name="step" value="${step}">`
  const hint = hasApp ? 'Six digits, or one of your recovery codes' : null
  return renderPage(
    {
      title: 'One more step',
      publicUrl,
      inPopup,
      formLeads: query === '' || inPopup ? 'here' : 'away',
      usesPasskeys: passkey !== null,
    },
    markup`<h1>One more step</h1><p class="lead">${
      hasApp ? 'Type the code that your authenticator app shows now.' : 'Use your passkey, or type one of your recovery codes.'
    }</p>
<form method="post" action="${action}">${carried}${codeField(hasApp ? 'Code' : 'Recovery code', hint, error, false)}
<button type="submit">Sign in</button></form>${
      passkey !== null && passkeyForm({ action, asks: 'get', options: passkey, button: 'Use a passkey', fields: carried })
    }
<p class="after"><a href="${signInAddress(query)}">Use another account</a></p>`,
  )
}

/** The page after a second step that took too long or had too many attempts, or during which the password was changed. */
export const renderStepGone = ({ publicUrl, query }: Where): Page =>
  renderPage(
    { title: 'Please sign in again', publicUrl },
    markup`<h1>Please sign in again</h1>
<p class="lead">The second step has to follow within 10 minutes, and after five wrong codes you begin anew with your password.</p>
<a class="button" href="${signInAddress(query)}">Sign in</a>`,
  )

/** The page after a passkey was refused: it was removed, or the page was open for too long. */
export const renderPasskeyRefused = ({ publicUrl, query }: Where): Page =>
  renderPage(
    { title: 'This passkey did not work', publicUrl },
    markup`<h1>This passkey did not work</h1>
<p class="lead">It was removed from the account, or the page was open for more than 10 minutes. Try again, or sign in with your password.</p>
<a class="button" href="${signInAddress(query)}">Back to the sign-in</a>`,
  )
