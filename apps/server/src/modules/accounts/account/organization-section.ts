import type { OrganizationId } from '../../../core/caller.ts'
import { type Html, markup } from '../pages/html.ts'

export type OwnedOrganization = { organizationId: OrganizationId; name: string; requiresSecondFactor: boolean }

/** The rule about second factors in the organizations that the person owns. Null for a person who owns no organization. */
export const organizationSection = (owned: readonly OwnedOrganization[], hasSecondFactor: boolean): Html | null =>
  owned.length === 0
    ? null
    : markup`<section aria-labelledby="organizations"><h2 id="organizations">Your organization</h2>
<p class="lead small">You can require a second step of all members. Members without one are signed out of
the organization at once, and set one up at the next sign-in.${!hasSecondFactor && ' Set up your own first.'}</p>
<ul aria-labelledby="organizations">${owned.map(
        ({ organizationId, name, requiresSecondFactor }) => markup`<li class="row"><div><p><strong>${name}</strong></p>
<p>${requiresSecondFactor ? 'A second step is required.' : 'A second step is up to each person.'}</p></div>${
          (requiresSecondFactor || hasSecondFactor) &&
          markup`<form method="post" action="/account/organizations"><input type="hidden" name="organization" value="${organizationId}">
<input type="hidden" name="rule" value="${requiresSecondFactor ? 'free' : 'required'}">
<button type="submit" class="secondary" aria-label="${
            requiresSecondFactor ? `Do not require a second step in ${name}` : `Require a second step in ${name}`
          }">${requiresSecondFactor ? 'Do not require' : 'Require'}</button></form>`
        }</li>`,
      )}</ul></section>`
