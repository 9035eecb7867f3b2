import { MAX_PASSWORD } from '@marketplace/domain/passwords'
import type { OrganizationId } from '../../../core/caller.ts'
import { isOn, type SecondFactor } from '../factors/view.ts'
import { field, problem } from '../pages/forms.ts'
import { type Html, markup } from '../pages/html.ts'
import { wordsOfInstant } from '../pages/instant.ts'
import { type Page, renderPage } from '../pages/layout.ts'
import { passkeySignIn } from '../pages/passkey-form.ts'
import { scopeLines } from '../pages/scope-lines.ts'
import { newPasswordField, signInForm } from '../pages/sign-in-form.ts'
import { organizationSection, type OwnedOrganization } from './organization-section.ts'

export type AccountView = {
  publicUrl: string
  identity: { name: string; email: string }
  /** The message about the person's last action. */
  done: string | null
  secondFactor: SecondFactor
  /** The organizations that the person owns. */
  owned: readonly OwnedOrganization[]
  sessions: readonly {
    hash: string
    device: string | null
    network: string | null
    createdAt: Date
    lastUsedAt: Date
    isCurrent: boolean
  }[]
  applications: readonly {
    clientId: string
    organizationId: OrganizationId
    name: string
    organization: string
    scopes: readonly string[]
    createdAt: Date
  }[]
}

export type PasswordErrors = { error?: string; current?: string; next?: string }

/** `notice` is the message about the person's last action. */
export const renderAccountSignIn = (
  publicUrl: string,
  { email = '', error = null, notice = null }: { email?: string; error?: string | null; notice?: string | null } = {},
): Page =>
  renderPage(
    { title: 'Sign in', publicUrl, formLeads: 'here', usesPasskeys: true },
    markup`<h1>Sign in</h1><p class="lead">Sign in to go on to your account.</p>
${notice !== null && markup`<p class="notice" role="status">${notice}</p>`}${problem(error)}
${signInForm('/account/signin', email)}${passkeySignIn('')}
<p class="after"><a href="/forgot">Forgot your password?</a></p>`,
  )

export const renderAccount = (view: AccountView, errors: PasswordErrors = {}): Page =>
  renderPage(
    { title: 'Your account', publicUrl: view.publicUrl, formLeads: 'here', isWide: true, isSignedIn: true },
    markup`<h1>Your account</h1><p class="lead">${view.identity.name}, ${view.identity.email}</p>
${view.done !== null && markup`<p class="notice" role="status">${view.done}</p>`}${problem(errors.error ?? null)}
${passwordSection(view, errors)}${secondFactorSection(view)}${sessionsSection(view)}${applicationsSection(view)}${organizationSection(view.owned, isOn(view.secondFactor))}`,
  )

const passwordSection = ({ identity }: AccountView, { current, next }: PasswordErrors): Html =>
  markup`<section aria-labelledby="password"><h2 id="password">Password</h2>
<p class="lead small">Every other browser and application is signed out when you change it.</p>
<form method="post" action="/account/password">
<input type="hidden" name="username" value="${identity.email}" autocomplete="username">
${field({ name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password', error: current, first: current !== undefined, maxLength: MAX_PASSWORD })}
${newPasswordField('next', next)}
<button type="submit">Change password</button></form></section>`

const secondFactorSection = ({ secondFactor }: AccountView): Html =>
  markup`<section aria-labelledby="second-factor"><h2 id="second-factor">Second step at sign-in</h2>
<p class="lead small">${
    isOn(secondFactor)
      ? `On. ${secondFactor.recoveryCodes} recovery ${secondFactor.recoveryCodes === 1 ? 'code is' : 'codes are'} left.`
      : 'Off. Your password alone is enough to sign in as you.'
  }</p>
<a class="button secondary" href="/account/second-factor">${isOn(secondFactor) ? 'Change the second step' : 'Set up a second step'}</a></section>`

const sessionsSection = ({ sessions }: AccountView): Html =>
  markup`<section aria-labelledby="sessions"><h2 id="sessions">Where you are signed in</h2>
<ul aria-labelledby="sessions">${sessions.map(
    ({ hash, device, network, createdAt, lastUsedAt, isCurrent }) =>
      markup`<li class="row"><div><p><strong>${device ?? 'An unknown browser'}</strong>${isCurrent && ' (this one)'}</p>
<p>${network ?? 'An unknown address'}, since ${wordsOfInstant(createdAt)}, last used ${wordsOfInstant(lastUsedAt)}</p></div>${
        !isCurrent &&
        markup`<form method="post" action="/account/sessions"><input type="hidden" name="session" value="${hash}">
<button type="submit" class="secondary" aria-label="End the session of ${device ?? 'an unknown browser'}, ${network ?? ''}">End</button></form>`
      }</li>`,
  )}</ul>${
    sessions.length > 1 &&
    markup`<form method="post" action="/account/sessions" class="plain"><input type="hidden" name="session" value="others">
<button type="submit" class="secondary">End all other sessions</button></form>`
  }</section>`

const applicationsSection = ({ applications }: AccountView): Html =>
  markup`<section aria-labelledby="applications"><h2 id="applications">Applications with access</h2>
${
  applications.length === 0
    ? markup`<p class="lead small">You have not allowed any application to act as you.</p>`
    : markup`<ul aria-labelledby="applications">${applications.map(
        ({ clientId, organizationId, name, organization, scopes, createdAt }) =>
          markup`<li class="row"><div><p><strong>${name}</strong> in ${organization}</p>
<p>${scopeLines(scopes)
            .map(({ what, mode }) => (mode === '' ? what : `${what} (${mode.toLowerCase()})`))
            .join('; ')}</p>
<p>Since ${wordsOfInstant(createdAt)}</p></div><form method="post" action="/account/applications">
<input type="hidden" name="client" value="${clientId}"><input type="hidden" name="organization" value="${organizationId}">
<button type="submit" class="secondary" aria-label="Take back the access of ${name} in ${organization}">Take back</button></form></li>`,
      )}</ul>`
}</section>`
