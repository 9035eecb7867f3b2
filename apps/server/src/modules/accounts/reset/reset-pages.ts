import { signInAddress } from '../pages/addresses.ts'
import { field, problem } from '../pages/forms.ts'
import { markup } from '../pages/html.ts'
import { type Page, renderPage } from '../pages/layout.ts'
import { newPasswordField } from '../pages/sign-in-form.ts'
import { MAX_EMAIL } from '../people/limits.ts'

type Where = { publicUrl: string; query: string }

export const renderForgot = ({ publicUrl, query }: Where, { email, error }: { email: string; error: string | null }): Page =>
  renderPage(
    { title: 'Forgot your password?', publicUrl, formLeads: 'here' },
    markup`<h1>Forgot your password?</h1><p class="lead">We send you a link with which you set a new one.</p>${problem(error)}
<form method="post" action="/forgot?${query}">
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', first: true, maxLength: MAX_EMAIL })}
<button type="submit">Send the link</button></form>
<p class="after"><a href="${signInAddress(query)}">Back to the sign-in</a></p>`,
  )

/** The answer to a request for a link. It does not reveal whether the e-mail has an account. */
export const renderForgotSent = ({ publicUrl, query }: Where, outbox: string | null): Page =>
  renderPage(
    { title: 'Look into your mail', publicUrl },
    markup`<h1>Look into your mail</h1>
<p class="lead">If this e-mail has an account, a link is on its way, or was mailed in the last 10 minutes. It works once, for 30 minutes.</p>
${outbox !== null && markup`<p class="notice">This demo sends no mail. <a href="${outbox}">Read the mail here</a></p>`}
<p class="after"><a href="${signInAddress(query)}">Back to the sign-in</a></p>`,
  )

export const renderReset = (
  publicUrl: string,
  { token, error }: { token: string; error: { field?: string; form?: string } },
): Page =>
  renderPage(
    { title: 'Set a new password', publicUrl, formLeads: 'here' },
    markup`<h1>Set a new password</h1><p class="lead">Every browser and application is signed out then.</p>${problem(error.form ?? null)}
<form method="post" action="/reset"><input type="hidden" name="token" value="${token}">
${newPasswordField('next', error.field)}
<button type="submit">Set the password</button></form>`,
  )

export const renderResetGone = (publicUrl: string): Page =>
  renderPage(
    { title: 'This link does not work any more', publicUrl },
    markup`<h1>This link does not work any more</h1>
<p class="lead">It was used, it is older than 30 minutes, or the password was changed since.</p>
<a class="button" href="/forgot">Ask for a new link</a>`,
  )

export const renderResetDone = ({ publicUrl, query }: Where): Page =>
  renderPage(
    { title: 'Your password was changed', publicUrl },
    markup`<h1>Your password was changed</h1><p class="lead">Sign in with the new one to go on.</p>
<a class="button" href="${signInAddress(query)}">Sign in</a>`,
  )
