import { BRAND } from '@marketplace/contracts/core/brand'
import { field, markup, MAX_EMAIL, type Page, problem, renderPage } from '../../accounts/index.ts'
import { type FormContext, formLayout } from './form-context.ts'

export type SignUpForm = { email: string; errors: { field?: string; form?: string } }

/** Asks only for the e-mail. The mailed link leads to the form for the rest, so that only a reader of the mail can fill it in. */
export const renderSignUp = (context: FormContext, { email, errors }: SignUpForm): Page =>
  renderPage(
    formLayout('Create an account', context),
    markup`<h1>Create an account</h1>
<p class="lead">You get an organization of your own with a 14-day trial of ${BRAND.products.livechat} and ${BRAND.products.helpdesk}. No card needed.</p>
${problem(errors.form ?? null)}
<form method="post" action="/signup?${context.query}">
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', error: errors.field, first: true, maxLength: MAX_EMAIL })}
<button type="submit">Create account</button></form>
<p class="after">You have an account? <a href="/signin?${context.query}">Sign in</a></p>`,
  )

/** The answer to a sign-up. It does not reveal whether the e-mail has an account. */
export const renderSignUpSent = ({ publicUrl, query, inPopup }: FormContext, outbox: string | null): Page =>
  renderPage(
    { title: 'Look into your mail', publicUrl, inPopup },
    markup`<h1>Look into your mail</h1>
<p class="lead">A mail with the next step is on its way, or was sent in the last 10 minutes. Its link works for 24 hours. Open it in this browser, if you can.</p>
${outbox !== null && markup`<p class="notice">This demo sends no mail. <a href="${outbox}">Read the mail here</a></p>`}
<a class="button secondary" href="/?${query}">I have completed my account</a>
<p class="after">No mail? Look for it among unwanted mail. After 10 minutes you can <a href="/signup?${query}">sign up once more</a></p>`,
  )
