import { type Html, markup } from './html.ts'

export type PasskeyForm = {
  action: string
  /** Whether the browser shall use a passkey, or make one. */
  asks: 'get' | 'create'
  /** The request to the browser as JSON, or the address to fetch it from. */
  options: string
  button: string
  /** More fields to send. */
  fields?: Html
  /** The field for the passkey's answer. */
  name?: string
}

/** A form that a passkey answers. It stays hidden until the script has found that the browser supports passkeys. */
export const passkeyForm = ({ action, asks, options, button, fields, name = 'passkey' }: PasskeyForm): Html =>
  markup`<form method="post" action="${action}" data-passkey="${asks}" data-options="${options}" class="passkey" hidden>${fields ?? null}
<input type="hidden" name="${name}" value="" data-answer>
<button type="submit" class="${asks === 'get' ? 'secondary' : ''}">${button}</button><p class="wrong" role="status"></p></form>`

/**
 * The form to sign in with a passkey instead of a password, and to continue with the query. Its challenge is fetched when the form is sent,
 * so that the sign-in page is the same for everybody.
 */
export const passkeySignIn = (query: string): Html =>
  passkeyForm({
    action: `/signin/passkey${query === '' ? '' : `?${query}`}`,
    asks: 'get',
    options: '/signin/passkey/options',
    button: 'Use a passkey',
  })
