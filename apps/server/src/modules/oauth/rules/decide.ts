import { isActive, usableScopes } from '@marketplace/domain/permissions'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Identity, Membership } from '../../accounts/index.ts'
import type { AuthorizeRequest } from './read-request.ts'
import type { Refusal } from './refusal.ts'

/** What somebody gets who is let through: as whom, where, and for what. */
export type Grant = { identity: Identity; membership: Membership; organizationId: OrganizationId; scopes: readonly string[] }

export type Situation = {
  request: AuthorizeRequest
  /** Which address was asked: the manual forms never answer by themselves to a person who looks at them. */
  entry: 'authorize' | 'signin' | 'signup'
  /** Whether a page of somebody else shows the answer in a frame: there nothing is asked. */
  framed: boolean
  /** Who is signed in here, if anybody. */
  identity: Identity | null
}

/** As far as the person and the place go; what is agreed to is looked at after it. */
export type Decision =
  | { kind: 'form'; form: 'signin' | 'signup' }
  /** Goes on as who is signed in already, or as somebody else. */
  | { kind: 'choose'; identity: Identity }
  | { kind: 'refusal'; refusal: Refusal }
  /** Has to set up a second factor first: the organization requires one. */
  | { kind: 'enrol' }
  | { kind: 'grant'; grant: Grant }

/** Said to who belongs there; to anybody else an organization is like one that never was. */
const SUSPENDED = { identity_exception: 'access_denied', exception_details: 'account_suspended' } as const

/** What follows where the organization requires a second factor, and the account has none: nobody can be asked where nothing is shown. */
export const enrolment = (silent: boolean): Decision & { kind: 'enrol' | 'refusal' } =>
  silent ? { kind: 'refusal', refusal: { identity_exception: 'unauthorized' } } : { kind: 'enrol' }

/** Who and where: whether this person goes on, as what, and what they are asked before. */
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
  const membership = wanted.find(({ roles }) => isActive(roles))
  if (!membership) return { kind: 'refusal', refusal: wanted.length > 0 ? SUSPENDED : { identity_exception: 'access_denied' } }
  if (membership.requiresSecondFactor && !identity.secondFactor) return enrolment(silent)
  const sources = { roles: membership.roles, staff: identity.staff, developer: membership.develops }
  const scopes = usableScopes(request.scopes ?? client.scopes, sources)
  return { kind: 'grant', grant: { identity, membership, organizationId: membership.organizationId as OrganizationId, scopes } }
}

/**
 * The consents that there are: of the account, and with a null account of its organization. An empty list means no consent; a consent
 * without scopes still counts.
 */
export type Agreed = { accountId: string | null; scopes: readonly string[] }[]

const isSilent = ({ request: { prompts }, framed }: Pick<Situation, 'request' | 'framed'>): boolean =>
  framed || prompts.has('none')

const coveredBy = (agreed: Agreed): ReadonlySet<string> => new Set(agreed.flatMap(({ scopes }) => scopes))

/**
 * What a client gets of a grant. Where nobody can be asked, and the client names no scope, it gets as much as was agreed to, provided that the
 * organization has installed it: more is given when somebody who may has agreed to more.
 */
export const grantedScopes = (situation: Pick<Situation, 'request' | 'framed'>, { scopes }: Grant, agreed: Agreed): string[] => {
  const { client, scopes: named } = situation.request
  const isInstalled = agreed.some(({ accountId }) => accountId === null)
  if (client.trusted || named !== null || !isInstalled || !isSilent(situation)) return [...scopes]
  const covered = coveredBy(agreed)
  return scopes.filter((scope) => covered.has(scope))
}

/** What follows a grant: the answer, the question whether the person agrees, or a refusal where nobody can be asked. */
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
