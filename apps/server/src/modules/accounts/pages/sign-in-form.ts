import { MAX_PASSWORD, MIN_PASSWORD } from '@marketplace/domain/passwords'
import { MAX_EMAIL } from '../people/limits.ts'
import { field } from './forms.ts'
import { type Html, markup } from './html.ts'

/** The form to sign in with a password, which is sent to `action`. */
export const signInForm = (action: string, email: string): Html =>
  markup`<form method="post" action="${action}">
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', first: email === '', maxLength: MAX_EMAIL })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', first: email !== '', maxLength: MAX_PASSWORD })}
<button type="submit">Sign in</button></form>`

/** The field for a new password. */
export const newPasswordField = (name: string, error: string | undefined): Html =>
  field({
    name,
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${MIN_PASSWORD} characters, and none that others use too`,
    error,
    first: error !== undefined,
    minLength: MIN_PASSWORD,
    maxLength: MAX_PASSWORD,
  })
