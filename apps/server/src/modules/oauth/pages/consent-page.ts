import { ACCESS_WORDS, markup, type Page, renderPage, scopeLines } from '../../accounts/index.ts'
import type { Grant } from '../rules/decide.ts'
import { type FormContext, formLayout } from './form-context.ts'

/** The rights in the product API that every client has for a signed-in person, independent of scopes. */
const EVERY_CLIENT = {
  sees: [
    'Your name and e-mail address',
    'Your organizations',
    'The members of this organization',
    'Its licenses and subscriptions',
    'Its installed applications and applications of its own',
  ],
  does: ['Ask its administrators for access in your name', 'Sign you out, and remove the consent that you give here'],
} as const

/** Asks for consent. Shows the requested rights, the account and organization, and the address to which the person continues. */
export const renderConsent = (
  context: FormContext,
  { identity, membership, scopes }: Grant,
  token: string,
  elseQuery: string,
): Page => {
  const { name } = context.client
  const wants = [
    ...EVERY_CLIENT.sees.map((what) => markup`<li><span>${what}</span><span>${ACCESS_WORDS.read}</span></li>`),
    ...EVERY_CLIENT.does.map((deed) => markup`<li><span>${deed}</span></li>`),
    ...scopeLines(scopes).map(
      ({ what, mode }) => markup`<li><span>${what}</span>${mode !== '' && markup`<span>${mode}</span>`}</li>`,
    ),
  ]
  return renderPage(
    { ...formLayout(`${name} asks for access`, context), isSignedIn: true },
    markup`<h1>${name} asks for access</h1><p class="lead">If you agree, it acts as you in ${membership.name}, as is listed here.</p>
<h2 id="wants">It gets</h2><ul aria-labelledby="wants">${wants}</ul>
<h2>As</h2><dl><dt>Account</dt><dd>${identity.name}, ${identity.email}</dd><dt>Organization</dt><dd>${membership.name}</dd>
<dt>Leads to</dt><dd>${context.leadsTo}</dd></dl>
<form method="post" action="/consent?${context.query}"><input type="hidden" name="token" value="${token}">
<button type="submit" name="decision" value="agree">Agree and continue</button>
<button type="submit" name="decision" value="refuse" class="secondary">Do not agree</button></form>
<p class="after">Not ${identity.name}? <a href="/signin?${elseQuery}">Use another account</a></p>`,
  )
}
