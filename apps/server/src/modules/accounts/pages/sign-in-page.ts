import { BRAND } from '@marketplace/contracts/core/brand'
import { MAX_PASSWORD } from '@marketplace/domain/passwords'
import type { Identity } from '../people/repository.ts'
import { MAX_EMAIL } from '../sessions/limits.ts'
import { field, problem } from './forms.ts'
import { type Html, markup } from './html.ts'
import { passkeySignIn } from './passkey-form.ts'
import { type Layout, type Page, renderPage } from './layout.ts'

/** What every form of an authorization needs: where it goes on, and who asks. */
export type FormContext = {
  publicUrl: string
  /** The query of the authorization, which each address of it takes along. */
  query: string
  client: { name: string; trusted: boolean }
  /** The origin that the answer goes to. */
  leadsTo: string
  inPopup: boolean
}

/** The frame around every form of an authorization. */
export const formLayout = (title: string, { publicUrl, inPopup }: FormContext): Layout => ({
  title,
  publicUrl,
  inPopup,
  formLeads: inPopup ? 'here' : 'away',
})

const asking = ({ client }: FormContext) =>
  client.trusted ? `to go on to the ${BRAND.marketplace}.` : `to go on to ${client.name}.`

/** The form to sign in, which is sent to `action`. */
export const signInForm = (action: string, email: string): Html =>
  markup`<form method="post" action="${action}">
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', first: email === '', maxLength: MAX_EMAIL })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', first: email !== '', maxLength: MAX_PASSWORD })}
<button type="submit">Sign in</button></form>`

export const renderSignIn = (context: FormContext, { email, error }: { email: string; error: string | null }): Page =>
  renderPage(
    { ...formLayout('Sign in', context), usesPasskeys: true },
    markup`<h1>Sign in</h1><p class="lead">Sign in ${asking(context)}</p>${problem(error)}
${signInForm(`/signin?${context.query}`, email)}${passkeySignIn(context.query)}
<div class="after"><p><a href="/forgot?${context.query}">Forgot your password?</a></p>
<p>New here? <a href="/signup?${context.query}">Create an account</a></p></div>`,
  )

/** Whoever is signed in already goes on with one click, or as somebody else. */
export const renderChoice = (context: FormContext, identity: Identity, elseQuery: string): Page =>
  renderPage(
    formLayout('Choose an account', context),
    markup`<h1>Welcome back</h1><p class="lead">You are signed in as ${identity.name}, ${identity.email}.</p>
<a class="button" href="/?${context.query}">Continue as ${identity.name}</a>
<a class="button secondary" href="/signin?${elseQuery}">Use another account</a>`,
  )
