import { isActiveMember, usableScopes } from '@marketplace/domain/permissions'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Identity, Membership } from '../../accounts/index.ts'
import type { AuthorizeRequest } from './read-request.ts'
import type { Refusal } from './refusal.ts'

/** A grant to a client: the person, the organization and the scopes. */
export type Grant = { identity: Identity; membership: Membership; organizationId: OrganizationId; scopes: readonly string[] }

export type Situation = {
  request: AuthorizeRequest
  /** The address that was opened. The forms at /signin and /signup always ask before they continue. */
  entry: 'authorize' | 'signin' | 'signup'
  /** Whether the answer is shown in a frame of another page. Frames never show a question. */
  framed: boolean
  /** The person who is signed in, if any. */
  identity: Identity | null
}

/** The decision about the person and the organization. The decision about consent comes afterwards. */
export type Decision =
  | { kind: 'form'; form: 'signin' | 'signup' }
  /** The person chooses between continuing and another account. */
  | { kind: 'choose'; identity: Identity }
  | { kind: 'refusal'; refusal: Refusal }
  /** The organization requires a second factor, and the account has to set it up first. */
  | { kind: 'enrol' }
  | { kind: 'grant'; grant: Grant }

/** The refusal of suspended members. People who are not members get the same answer as for an unknown organization. */
const SUSPENDED = { identity_exception: 'access_denied', exception_details: 'account_suspended' } as const

/** The decision if a required second factor is missing: the person sets it up, unless questions are not possible (`silent`). */
export const enrolment = (silent: boolean): Decision & { kind: 'enrol' | 'refusal' } =>
  silent ? { kind: 'refusal', refusal: { identity_exception: 'unauthorized' } } : { kind: 'enrol' }

/** Decides whether the person may continue, in which organization, and which questions come first. */
export const decide = ({ request, entry, framed, identity }: Situation): Decision => {
  const { prompts, client } = request
  const silent = framed || prompts.has('none')
  const form = entry === 'signup' ? 'signup' : 'signin'
  if (!identity || prompts.has('login'))
    return silent ? { kind: 'refusal', refusal: { identity_exception: 'unauthorized' } } : { kind: 'form', form }
  if (!silent && (entry !== 'authorize' || prompts.has('select_account'))) return { kind: 'choose', identity }

  const { memberships } = identity
  if (memberships.length === 0) return { kind: 'refusal', refusal: { identity_exception: 'identity_lost' } }
  const isWanted = ({ organizationId }: Membership) =>
    request.organizationId === null || request.organizationId === organizationId
  const wanted = memberships.filter(isWanted)
  const membership = wanted.find(({ roles }) => isActiveMember(roles))
  if (!membership) return { kind: 'refusal', refusal: wanted.length > 0 ? SUSPENDED : { identity_exception: 'access_denied' } }
  if (membership.requiresSecondFactor && !identity.secondFactor) return enrolment(silent)
  const sources = { roles: membership.roles, staff: identity.staff, developer: membership.develops }
  const scopes = usableScopes(request.scopes ?? client.scopes, sources)
  return { kind: 'grant', grant: { identity, membership, organizationId: membership.organizationId, scopes } }
}

/**
 * The consents of the account and, with a null account, of its organization. An empty list means no consent. A consent without scopes still
 * counts.
 */
export type Agreed = { accountId: string | null; scopes: readonly string[] }[]

const isSilent = ({ request: { prompts }, framed }: Pick<Situation, 'request' | 'framed'>): boolean =>
  framed || prompts.has('none')

const coveredBy = (agreed: Agreed): ReadonlySet<string> => new Set(agreed.flatMap(({ scopes }) => scopes))

/**
 * The scopes that a client gets. If questions are not possible, the client names no scopes, and the organization has installed it, it gets
 * only the scopes with consent. It gets the others once there is consent to them.
 */
export const grantedScopes = (situation: Pick<Situation, 'request' | 'framed'>, { scopes }: Grant, agreed: Agreed): string[] => {
  const { client, scopes: named } = situation.request
  const isInstalled = agreed.some(({ accountId }) => accountId === null)
  if (client.trusted || named !== null || !isInstalled || !isSilent(situation)) return [...scopes]
  const covered = coveredBy(agreed)
  return scopes.filter((scope) => covered.has(scope))
}

/** The decision about consent: the answer, the question for consent, or a refusal if consent is missing and questions are not possible. */
export const decideConsent = (
  situation: Pick<Situation, 'request' | 'framed'>,
  scopes: readonly string[],
  agreed: Agreed,
): 'answer' | 'ask' | Refusal => {
  const { client, prompts } = situation.request
  const covered = coveredBy(agreed)
  const isMissing = !client.trusted && (agreed.length === 0 || scopes.some((scope) => !covered.has(scope)))
  if (isSilent(situation)) return isMissing ? { identity_exception: 'unauthorized' } : 'answer'
  return isMissing || (prompts.has('consent') && !client.trusted) ? 'ask' : 'answer'
}
