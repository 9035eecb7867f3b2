import { BRAND } from '@marketplace/contracts/core/brand'
import { MAX_PASSWORD, MIN_PASSWORD } from '@marketplace/domain/passwords'
import { signInAddress } from '../pages/addresses.ts'
import { field, problem } from '../pages/forms.ts'
import { markup } from '../pages/html.ts'
import { type Page, renderPage } from '../pages/layout.ts'
import { MAX_NAME } from '../people/limits.ts'
import { NEW_OWNER_FIELDS, type NewOwnerField } from './create-owner.ts'
import type { NewOwnerErrors } from './finish-sign-up.ts'

export type FinishForm = {
  token: string
  email: string
  values: Readonly<Record<Exclude<NewOwnerField, 'password'>, string>>
  errors: NewOwnerErrors
  /** An error that belongs to no field. */
  error?: string
}

/** The mailed link: asks for everything that an account needs beside its e-mail. */
export const renderFinish = (publicUrl: string, { token, email, values, errors, error }: FinishForm): Page => {
  const wrong = NEW_OWNER_FIELDS.find((name) => errors[name] !== undefined)
  const input = (name: Exclude<NewOwnerField, 'password'>) => ({
    name,
    value: values[name],
    error: errors[name],
    first: (wrong ?? 'name') === name,
    maxLength: MAX_NAME,
  })
  return renderPage(
    { title: 'Complete your account', publicUrl, formLeads: 'away' },
    markup`<h1>Complete your account</h1>
<p class="lead">Its e-mail is ${email}. You get an organization of your own with a 14-day trial of ${BRAND.products.livechat} and ${BRAND.products.helpdesk}. No card needed.</p>
${problem(wrong === undefined ? (error ?? null) : 'Something is missing. What you have typed is still here, but for the password.')}
<form method="post" action="/signup/finish"><input type="hidden" name="token" value="${token}">
<input type="hidden" name="username" value="${email}" autocomplete="username">
${field({ ...input('name'), label: 'Your name', autocomplete: 'name' })}
${field({ ...input('organization'), label: 'Organization', autocomplete: 'organization' })}
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
<button type="submit">Complete the account</button></form>
<p class="after">You did not sign up? Close this page, and no account is made.</p>`,
  )
}

export const renderFinishGone = (publicUrl: string): Page =>
  renderPage(
    { title: 'This link does not work any more', publicUrl },
    markup`<h1>This link does not work any more</h1>
<p class="lead">It was used, or it is older than 24 hours. If you have completed your account, sign in; else sign up once more.</p>
<a class="button" href="/account">Sign in</a>`,
  )

/** The e-mail has got an account since the link was mailed. */
export const renderTaken = ({ publicUrl, query }: { publicUrl: string; query: string }): Page =>
  renderPage(
    { title: 'You have an account already', publicUrl },
    markup`<h1>You have an account already</h1><p class="lead">Sign in with it to go on.</p>
<a class="button" href="${signInAddress(query)}">Sign in</a>
<a class="button secondary" href="/forgot${query !== '' && `?${query}`}">Forgot your password?</a>`,
  )
