import { BRAND } from '@marketplace/contracts/core/brand'
import { type Identity, markup, type Page, passkeySignIn, problem, renderPage, signInForm } from '../../accounts/index.ts'
import { type FormContext, formLayout } from './form-context.ts'

const asking = ({ client }: FormContext) =>
  client.trusted ? `to go on to the ${BRAND.marketplace}.` : `to go on to ${client.name}.`

export const renderSignIn = (context: FormContext, { email, error }: { email: string; error: string | null }): Page =>
  renderPage(
    { ...formLayout('Sign in', context), usesPasskeys: true },
    markup`<h1>Sign in</h1><p class="lead">Sign in ${asking(context)}</p>${problem(error)}
${signInForm(`/signin?${context.query}`, email)}${passkeySignIn(context.query)}
<div class="after"><p><a href="/forgot?${context.query}">Forgot your password?</a></p>
<p>New here? <a href="/signup?${context.query}">Create an account</a></p></div>`,
  )

/** Lets a signed-in person continue with one click, or choose another account. */
export const renderChoice = (context: FormContext, identity: Identity, elseQuery: string): Page =>
  renderPage(
    { ...formLayout('Choose an account', context), isSignedIn: true },
    markup`<h1>Welcome back</h1><p class="lead">You are signed in as ${identity.name}, ${identity.email}.</p>
<a class="button" href="/?${context.query}">Continue as ${identity.name}</a>
<a class="button secondary" href="/signin?${elseQuery}">Use another account</a>`,
  )
