import { MAX_PASSWORD } from '@marketplace/domain/passwords'
import { signInAddress } from '../pages/addresses.ts'
import { field } from '../pages/forms.ts'
import { markup } from '../pages/html.ts'
import { type Page, renderPage } from '../pages/layout.ts'

/** For the link in another browser: asks for the password that was typed into the form. */
export const renderFinish = (
  publicUrl: string,
  { token, email, error }: { token: string; email: string; error: string | null },
): Page =>
  renderPage(
    { title: 'Complete your account', publicUrl, formLeads: 'away' },
    markup`<h1>Complete your account</h1>
<p class="lead">This is another browser than the one you signed up in. Type the password that you chose there.</p>
<form method="post" action="/signup/finish"><input type="hidden" name="token" value="${token}">
<input type="hidden" name="username" value="${email}" autocomplete="username">
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: error ?? undefined, first: true, maxLength: MAX_PASSWORD })}
<button type="submit">Complete the account</button></form>
<p class="after">You did not sign up? Close this page. Without the password no account is made.</p>`,
  )

export const renderFinishGone = (publicUrl: string): Page =>
  renderPage(
    { title: 'This link does not work any more', publicUrl },
    markup`<h1>This link does not work any more</h1>
<p class="lead">It was used, or it is older than 24 hours. If you have completed your account, sign in; else sign up once more.</p>
<a class="button" href="/account">Sign in</a>`,
  )

/** Another sign-up with the same e-mail was completed before this one. */
export const renderTaken = ({ publicUrl, query }: { publicUrl: string; query: string }): Page =>
  renderPage(
    { title: 'You have an account already', publicUrl },
    markup`<h1>You have an account already</h1><p class="lead">Sign in with it to go on.</p>
<a class="button" href="${signInAddress(query)}">Sign in</a>
<a class="button secondary" href="/forgot${query !== '' && `?${query}`}">Forgot your password?</a>`,
  )
