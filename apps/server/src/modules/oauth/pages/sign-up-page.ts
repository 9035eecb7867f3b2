import { BRAND } from '@marketplace/contracts/core/brand'
import { MAX_PASSWORD, MIN_PASSWORD } from '@marketplace/domain/passwords'
import {
  field,
  markup,
  MAX_EMAIL,
  MAX_NAME,
  type Page,
  problem,
  renderPage,
  SIGN_UP_FIELDS,
  type SignUpErrors,
  type SignUpField,
} from '../../accounts/index.ts'
import { type FormContext, formLayout } from './form-context.ts'

export type SignUpForm = {
  values: Readonly<Record<Exclude<SignUpField, 'password'>, string>>
  errors: SignUpErrors
  /** An error of the form as a whole. */
  error?: string
}

export const renderSignUp = (context: FormContext, { values, errors, error }: SignUpForm): Page => {
  const wrong = SIGN_UP_FIELDS.find((name) => errors[name] !== undefined)
  const input = (name: Exclude<SignUpField, 'password'>) => ({
    name,
    value: values[name],
    error: errors[name],
    first: (wrong ?? 'name') === name,
  })
  return renderPage(
    formLayout('Create an account', context),
    markup`<h1>Create an account</h1>
<p class="lead">You get an organization of your own with a 14-day trial of ${BRAND.products.livechat} and ${BRAND.products.helpdesk}. No card needed.</p>
${problem(wrong === undefined ? (error ?? null) : 'Something is missing. What you have typed is still here, but for the password.')}
<form method="post" action="/signup?${context.query}">
${field({ ...input('name'), label: 'Your name', autocomplete: 'name', maxLength: MAX_NAME })}
${field({ ...input('email'), label: 'E-mail', type: 'email', autocomplete: 'username', maxLength: MAX_EMAIL })}
${field({ ...input('organization'), label: 'Organization', autocomplete: 'organization', maxLength: MAX_NAME })}
${field({
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: `At least ${MIN_PASSWORD} characters`,
  error: errors.password,
  first: wrong === 'password',
  minLength: MIN_PASSWORD,
  maxLength: MAX_PASSWORD,
})}
<button type="submit">Create account</button></form>
<p class="after">You have an account? <a href="/signin?${context.query}">Sign in</a></p>`,
  )
}

/** The answer to a sign-up. It does not reveal whether the e-mail has an account. */
export const renderSignUpSent = ({ publicUrl, query, inPopup }: FormContext, outbox: string | null): Page =>
  renderPage(
    { title: 'Look into your mail', publicUrl, inPopup },
    markup`<h1>Look into your mail</h1>
<p class="lead">We have sent you a mail with the next step. Its link works once, for 24 hours. Open it in this browser, if you can.</p>
${outbox !== null && markup`<p class="notice">This demo sends no mail. <a href="${outbox}">Read the mail here</a></p>`}
<a class="button secondary" href="/?${query}">I have opened the link</a>
<p class="after">No mail? Look for it among unwanted mail, or <a href="/signup?${query}">sign up once more</a></p>`,
  )
