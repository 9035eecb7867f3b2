import { isOn, type SecondFactor } from '../factors/view.ts'
import { continueAddress } from '../pages/addresses.ts'
import { codeField, field, problem } from '../pages/forms.ts'
import { type Html, literal, markup } from '../pages/html.ts'
import { wordsOfInstant } from '../pages/instant.ts'
import { type Page, renderPage } from '../pages/layout.ts'
import { passkeyForm } from '../pages/passkey-form.ts'

/** The maximum length of a passkey's name. */
export const MAX_PASSKEY_NAME = 60

/** The person continues with `query` afterwards. It is empty if they opened their account. */
export type FactorPlace = { publicUrl: string; query: string }

const ADDRESS = '/account/second-factor'
const at = (path: string, query: string): string => `${ADDRESS}${path}${query === '' ? '' : `?${query}`}`

/** The message about the person's last action, by the word in the address. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['added', 'It was added, and is asked for from now on.'],
  ['removed', 'It was removed.'],
  ['refused', 'Nothing was changed. It is not as it was when you opened the page.'],
])

type Shown = FactorPlace & SecondFactor

/** `done` is the word in the address for the person's last action. */
export const renderSecondFactor = (factor: SecondFactor, { done, ...place }: FactorPlace & { done: string }): Page => {
  const shown: Shown = { ...factor, ...place }
  const isSetUp = isOn(factor)
  const text = DONE.get(done) ?? null
  return renderPage(
    {
      title: 'Second step at sign-in',
      publicUrl: place.publicUrl,
      formLeads: 'here',
      isWide: true,
      usesPasskeys: true,
      isSignedIn: true,
    },
    markup`<h1>Second step at sign-in</h1>
<p class="lead">After your password you are asked for something that only you have. A stolen password alone is not enough to sign in.</p>
${text !== null && markup`<p class="notice" role="status">${text}</p>`}${wayOn(place, isSetUp)}
${appSection(shown)}${passkeysSection(shown)}${isSetUp && codesSection(shown)}
<p class="after"><a href="/account">Back to your account</a></p>`,
  )
}

const wayOn = ({ query }: FactorPlace, isSetUp: boolean): Html | null => {
  if (query === '') return null
  return isSetUp
    ? markup`<a class="button" href="${continueAddress(query)}">Continue</a>`
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

/** Shown where scripts do not run or the browser does not support passkeys. */
const NO_PASSKEYS = markup`<p class="small" data-without-passkeys>This browser adds no passkeys: they need scripts, and a browser that knows them.</p>`

const passkeysSection = ({ passkeys, query }: Shown): Html =>
  markup`<section aria-labelledby="passkeys"><h2 id="passkeys">Passkeys</h2>
<p class="lead small">Your device or security key signs you in, with your finger, face or PIN. It stands in for the password too.</p>
${NO_PASSKEYS}${
    passkeys.length > 0 &&
    markup`<ul aria-labelledby="passkeys">${passkeys.map(
      ({ id, name, createdAt, lastUsedAt }) => markup`<li class="row"><div><p><strong>${name}</strong></p>
<p>Since ${wordsOfInstant(createdAt)}, ${lastUsedAt ? `last used ${wordsOfInstant(lastUsedAt)}` : 'not used yet'}</p></div>
<form method="post" action="${at('/remove', query)}"><input type="hidden" name="factor" value="${id}">
<button type="submit" class="secondary" aria-label="Remove the passkey ${name}">Remove</button></form></li>`,
    )}</ul>`
  }<form method="post" action="${at('/passkeys', query)}" class="plain" data-needs-passkeys hidden>
<button type="submit" class="secondary">Add a passkey</button></form></section>`

const codesSection = ({ recoveryCodes, query }: Shown): Html =>
  markup`<section aria-labelledby="codes"><h2 id="codes">Recovery codes</h2>
<p class="lead small">For when you have lost the rest. ${recoveryCodes} of 10 ${recoveryCodes === 1 ? 'is' : 'are'} left.</p>
<form method="post" action="${at('/codes', query)}" class="plain"><button type="submit" class="secondary">Make new recovery codes</button></form></section>`

/** Shows the secret for an app as a QR code and as text, and asks for a first code. */
export const renderNewApp = (
  { publicUrl, query }: FactorPlace,
  { secret, sealed, picture, error }: { secret: string; sealed: string; picture: string; error: string | null },
): Page =>
  renderPage(
    { title: 'Set up an authenticator app', publicUrl, formLeads: 'here', isSignedIn: true },
    markup`<h1>Set up an authenticator app</h1><p class="lead">Scan this picture with the app, then type the code that it shows.</p>
<div class="qr" role="img" aria-label="The key below, as a picture to scan">${literal(picture)}</div>
<p class="small">Or type this key into the app:<br><code>${secret.match(/.{1,4}/g)?.join(' ') ?? ''}</code></p>
<form method="post" action="${at('/app', query)}"><input type="hidden" name="sealed" value="${sealed}">
${codeField('Code', 'Six digits', error, true)}
<button type="submit">Turn it on</button></form>
<p class="after"><a href="${at('', query)}">Do not set it up</a></p>`,
  )

/** Shows recovery codes. This is the only page that ever shows them. */
export const renderRecoveryCodes = ({ publicUrl, query }: FactorPlace, codes: readonly string[]): Page =>
  renderPage(
    { title: 'Your recovery codes', publicUrl, isSignedIn: true },
    markup`<h1>Your recovery codes</h1>
<p class="lead">Keep them where you find them without your phone. Each signs you in once, in place of the second step. They are not shown again.</p>
<ul class="codes" aria-label="Recovery codes">${codes.map((code) => markup`<li><code>${code}</code></li>`)}</ul>
<a class="button" href="${query === '' ? ADDRESS : continueAddress(query)}">I have kept them</a>`,
  )

/** Asks the browser to make a passkey, and asks the person to name it. */
export const renderNewPasskey = (
  { publicUrl, query }: FactorPlace,
  { options, name, error }: { options: string; name: string; error: string | null },
): Page =>
  renderPage(
    { title: 'Add a passkey', publicUrl, formLeads: 'here', usesPasskeys: true, isSignedIn: true },
    markup`<h1>Add a passkey</h1><p class="lead">Your browser asks you next how to unlock it. A name helps you to tell it from others.</p>
${NO_PASSKEYS}${problem(error)}
${passkeyForm({
  action: at('/passkeys', query),
  asks: 'create',
  options,
  button: 'Add the passkey',
  fields: field({ name: 'name', label: 'Name', value: name, autocomplete: 'off', first: true, maxLength: MAX_PASSKEY_NAME }),
})}
<p class="after"><a href="${at('', query)}">Do not add one</a></p>`,
  )
