import { isOn, type SecondFactor } from '../second-factor/view.ts'
import { type Html, literal, markup } from './html.ts'
import { field } from './forms.ts'
import { wordsOfInstant } from './instant.ts'
import { type Page, renderPage } from './layout.ts'

/** Where these pages are, and the authorization that goes on after them; an empty query leads back to the account. */
export type FactorPlace = { publicUrl: string; query: string }

const ADDRESS = '/account/second-factor'
const at = (path: string, query: string): string => `${ADDRESS}${path}${query === '' ? '' : `?${query}`}`

/** What a code of an app or a recovery code is typed into. */
const codeField = (label: string, hint: string | null, error: string | null, isNumeric: boolean): Html =>
  field({
    name: 'code',
    label,
    autocomplete: 'one-time-code',
    ...(hint !== null && { hint }),
    error: error ?? undefined,
    first: true,
    maxLength: 60,
    ...(isNumeric && { inputMode: 'numeric' }),
  })

export type SecondStepView = {
  publicUrl: string
  /** The query of the authorization; empty where somebody signs in to their account. */
  query: string
  inPopup: boolean
  step: string
  hasApp: boolean
  error: string | null
}

/** Asks for the second factor, after the password. */
export const renderSecondStep = ({ publicUrl, query, inPopup, step, hasApp, error }: SecondStepView): Page =>
  renderPage(
    { title: 'One more step', publicUrl, inPopup, formLeads: query === '' || inPopup ? 'here' : 'away' },
    markup`<h1>One more step</h1><p class="lead">${
      hasApp ? 'Type the code that your authenticator app shows now.' : 'Type one of your recovery codes.'
    }</p>
<form method="post" action="/signin/second-factor${query !== '' && `?${query}`}"><input type="hidden" name="step" value="${step}">
${codeField(hasApp ? 'Code' : 'Recovery code', hasApp ? 'Six digits, or one of your recovery codes' : null, error, false)}
<button type="submit">Sign in</button></form>
<p class="after"><a href="${query === '' ? '/account' : `/signin?${query}`}">Use another account</a></p>`,
  )

/** What is shown after something was done, by the word in the address. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['added', 'It was added, and is asked for from now on.'],
  ['removed', 'It was removed.'],
  ['refused', 'Nothing was changed. It is not as it was when you opened the page.'],
])

type Shown = FactorPlace & SecondFactor

/** `done` is the word in the address for what was done just now. */
export const renderSecondFactor = (factor: SecondFactor, { done, ...place }: FactorPlace & { done: string }): Page => {
  const shown: Shown = { ...factor, ...place }
  const isSetUp = isOn(factor)
  const text = DONE.get(done) ?? null
  return renderPage(
    { title: 'Second step at sign-in', publicUrl: place.publicUrl, formLeads: 'here', isWide: true },
    markup`<h1>Second step at sign-in</h1>
<p class="lead">After your password you are asked for something that only you have. Somebody who learns your password alone does not get in.</p>
${text !== null && markup`<p class="notice" role="status">${text}</p>`}${wayOn(place, isSetUp)}
${appSection(shown)}${isSetUp && codesSection(shown)}
<p class="after"><a href="/account">Back to your account</a></p>`,
  )
}

const wayOn = ({ query }: FactorPlace, isSetUp: boolean): Html | null => {
  if (query === '') return null
  return isSetUp
    ? markup`<a class="button" href="/?${query}">Continue</a>`
    : markup`<p class="notice">Your organization asks everybody for a second step. Set one up here to go on.</p>`
}

const appSection = ({ app, query }: Shown): Html =>
  markup`<section aria-labelledby="app"><h2 id="app">Authenticator app</h2>${
    app
      ? markup`<ul><li class="row"><div><p><strong>On</strong></p><p>Since ${wordsOfInstant(app.createdAt)}</p></div>
<form method="post" action="${at('/remove', query)}"><input type="hidden" name="factor" value="app">
<button type="submit" class="secondary" aria-label="Remove the authenticator app">Remove</button></form></li></ul>`
      : markup`<p class="lead small">An app on your phone shows a new code every 30 seconds. Any app for such codes will do.</p>
<form method="post" action="${at('/app', query)}" class="plain"><button type="submit" class="secondary">Set up an app</button></form>`
  }</section>`

const codesSection = ({ recoveryCodes, query }: Shown): Html =>
  markup`<section aria-labelledby="codes"><h2 id="codes">Recovery codes</h2>
<p class="lead small">For when you have lost the rest. ${recoveryCodes} of 10 ${recoveryCodes === 1 ? 'is' : 'are'} left.</p>
<form method="post" action="${at('/codes', query)}" class="plain"><button type="submit" class="secondary">Make new recovery codes</button></form></section>`

/** Shows the secret for an app, as a picture and as text, and asks for a first code of it. */
export const renderNewApp = (
  { publicUrl, query }: FactorPlace,
  { secret, sealed, picture, error }: { secret: string; sealed: string; picture: string; error: string | null },
): Page =>
  renderPage(
    { title: 'Set up an authenticator app', publicUrl, formLeads: 'here' },
    markup`<h1>Set up an authenticator app</h1><p class="lead">Scan this picture with the app, then type the code that it shows.</p>
<div class="qr" role="img" aria-label="QR code with the key below">${literal(picture)}</div>
<p class="small">Or type this key into the app:<br><code>${secret.match(/.{1,4}/g)?.join(' ') ?? ''}</code></p>
<form method="post" action="${at('/app', query)}"><input type="hidden" name="sealed" value="${sealed}">
${codeField('Code', 'Six digits', error, true)}
<button type="submit">Turn it on</button></form>
<p class="after"><a href="${at('', query)}">Do not set it up</a></p>`,
  )

/** Shows recovery codes. This page is the only place where they can ever be read. */
export const renderRecoveryCodes = ({ publicUrl, query }: FactorPlace, codes: readonly string[]): Page =>
  renderPage(
    { title: 'Your recovery codes', publicUrl },
    markup`<h1>Your recovery codes</h1>
<p class="lead">Keep them where you find them without your phone. Each signs you in once, in place of the second step. They are not shown again.</p>
<ul class="codes" aria-label="Recovery codes">${codes.map((code) => markup`<li><code>${code}</code></li>`)}</ul>
<a class="button" href="${query === '' ? ADDRESS : `/?${query}`}">I have kept them</a>`,
  )

/** The second step took too long, was tried too often, or belongs to a password that was changed. */
export const renderStepGone = ({ publicUrl, query }: FactorPlace): Page =>
  renderPage(
    { title: 'Please sign in again', publicUrl },
    markup`<h1>Please sign in again</h1>
<p class="lead">The second step has to follow within 10 minutes, and after five wrong codes you begin anew with your password.</p>
<a class="button" href="${query === '' ? '/account' : `/signin?${query}`}">Sign in</a>`,
  )
