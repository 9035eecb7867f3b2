import { type Html, markup } from './html.ts'

export type PasskeyForm = {
  action: string
  /** Whether the browser is asked to use a passkey or to make one. */
  asks: 'get' | 'create'
  /** The request to the browser as JSON, or the address from which the browser fetches it. */
  options: string
  button: string
  /** More fields to send. */
  fields?: Html
  /** The field for the passkey's answer. */
  name?: string
}

/** A form that is answered with a passkey. It is hidden until the script finds that the browser supports passkeys. */
export const passkeyForm = ({ action, asks, options, button, fields, name = 'passkey' }: PasskeyForm): Html =>
  markup`<form method="post" action="${action}" data-passkey="${asks}" data-options="${options}" class="passkey" hidden>${fields ?? null}
<input type="hidden" name="${name}" value="" data-answer>
<button type="submit" class="${asks === 'get' ? 'secondary' : ''}">${button}</button><p class="wrong" role="status"></p></form>`

/**
 * The form to sign in with a passkey instead of a password, and to continue with the query. The script fetches its challenge when the form
 * is sent, so that the sign-in page is the same for all visitors.
 */
export const passkeySignIn = (query: string): Html =>
  passkeyForm({
    action: `/signin/passkey${query === '' ? '' : `?${query}`}`,
    asks: 'get',
    options: '/signin/passkey/options',
    button: 'Use a passkey',
  })
