import { type Html, markup } from './html.ts'

export type PasskeyForm = {
  action: string
  /** Whether the browser is asked for a passkey that is there, or to make one. */
  asks: 'get' | 'create'
  /** What the browser is asked, as JSON, or the address where that is. */
  options: string
  button: string
  /** Fields that go along. */
  fields?: Html
}

/** A form that a passkey answers. It is hidden until the script has found that the browser knows passkeys. */
export const passkeyForm = ({ action, asks, options, button, fields }: PasskeyForm): Html =>
  markup`<form method="post" action="${action}" data-passkey="${asks}" data-options="${options}" class="passkey" hidden>${fields ?? null}
<input type="hidden" name="passkey" value="">
<button type="submit" class="${asks === 'get' ? 'secondary' : ''}">${button}</button><p class="wrong" role="status"></p></form>`

/**
 * The form to sign in with a passkey in place of the password, and to go on with an authorization. What the browser is asked is fetched when it is
 * sent: a page of the sign-in is the same for everybody.
 */
export const passkeySignIn = (query: string): Html =>
  passkeyForm({
    action: `/signin/passkey${query === '' ? '' : `?${query}`}`,
    asks: 'get',
    options: '/signin/passkey/options',
    button: 'Use a passkey',
  })
