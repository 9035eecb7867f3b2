import { page, submit } from '../core/account-pages.ts'
import { html } from '../core/site-calls.ts'
import { ANYONE, endpoint } from '../core/endpoint.ts'
import { params } from '../core/accounts-calls.ts'

export const signInPage = page('signInPage', '/signin', 'The form to sign in, which goes on with the authorization in its query')

export const signUpPage = page('signUpPage', '/signup', 'The form to sign up')

/** The older address of sign-up, which the published SDK opens for its manual form. */
export const signUpBesidePage = page(
  'signUpBesidePage',
  '/signin/signup',
  'The form to sign up, at the address that the published SDK opens',
)

export const signIn = submit('signIn', '/signin', 'Signs in with e-mail and password', 60)

export const signUp = submit(
  'signUp',
  '/signup',
  'Mails a link that leads to an account and an organization with a trial of both products; the same answer where there is one',
  30,
)

export const openSignUpLink = page('openSignUpLink', '/signup/finish', 'The form that completes a sign-up, by a mailed link')

export const finishSignUp = submit('finishSignUp', '/signup/finish', 'Makes the account, and goes on with the authorization', 60)

export const accountPage = page(
  'accountPage',
  '/account',
  'Your account: password, sessions and applications; asks to sign in first',
)

export const signInToAccount = submit('signInToAccount', '/account/signin', 'Signs in, and shows the account', 60)

export const changePassword = submit('changePassword', '/account/password', 'Changes the password, and ends everything else', 60)

export const endOwnSessions = submit('endOwnSessions', '/account/sessions', 'Ends one session, or all others', 60)

export const signOut = submit('signOut', '/account/signout', 'Ends the session of this browser', 60)

export const takeBackAccess = submit('takeBackAccess', '/account/applications', 'Takes back the consent to an application', 60)

export const forgotPage = page('forgotPage', '/forgot', 'The form to ask for a new password')

export const askForReset = submit(
  'askForReset',
  '/forgot',
  'Mails a link to set a new password, if the e-mail has an account',
  30,
)

export const resetPage = page('resetPage', '/reset', 'The form to set a new password, by a mailed link')

export const submitReset = submit('submitReset', '/reset', 'Sets a new password, and ends every session', 30)

export const showOutbox = endpoint({
  id: 'showOutbox',
  api: 'accountsSite',
  method: 'GET',
  path: '/outbox/{id}',
  access: ANYONE,
  summary: 'A mail of the demo, for the browser that asked for it',
  params,
  ok: html,
  errors: ['NOT_FOUND'],
})
