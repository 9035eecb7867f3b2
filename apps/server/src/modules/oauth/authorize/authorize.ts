import { createHmac } from 'node:crypto'
import { type PageAnswer, pageAnswer } from '../../accounts/index.ts'
import { renderConsent } from '../pages/consent-page.ts'
import { formContext } from '../pages/form-context.ts'
import { renderChoice, renderSignIn } from '../pages/sign-in-page.ts'
import { renderSignUp } from '../pages/sign-up-page.ts'
import { decide, enrolment, type Grant, type Situation } from '../rules/decide.ts'
import { authorizationQuery, otherAccountQuery, queryAfterSignIn } from '../rules/query.ts'
import { successAnswer } from './answer.ts'
import type { AuthorizeDeps } from './deps.ts'
import { issueGrant } from './issue-grant.ts'
import type { Visit } from './visit.ts'

/** Answers a visit, or asks the next question. */
export const authorize = async (deps: AuthorizeDeps, visit: Visit, entry: Situation['entry']): Promise<PageAnswer> => {
  const { request, query, framed, signedIn } = visit
  const context = formContext(deps.publicUrl, query, request)
  const decision = decide({ request, entry, framed, identity: signedIn?.identity ?? null })
  switch (decision.kind) {
    case 'refusal':
      return visit.refuse(decision.refusal)
    case 'form':
      return pageAnswer(
        decision.form === 'signup'
          ? renderSignUp(context, { email: request.email ?? '', errors: {} })
          : renderSignIn(context, { email: request.email ?? '', error: null }),
      )
    case 'choose': {
      const goOn = { ...context, query: authorizationQuery(query, ['select_account']) }
      return pageAnswer(renderChoice(goOn, decision.identity, otherAccountQuery(query)))
    }
    case 'enrol':
      return enrolAnswer(visit)
    case 'grant':
      return answerGrant(deps, visit, decision.grant)
  }
}

/** Redirects to the page that sets up a second factor, which continues with the authorization afterwards. */
const enrolAnswer = ({ query }: Visit): PageAnswer => ({
  kind: 'redirect',
  location: `/account/second-factor?${queryAfterSignIn(query)}`,
})

const answerGrant = async (deps: AuthorizeDeps, visit: Visit, grant: Grant): Promise<PageAnswer> => {
  const { request, query, framed, signedIn, secret, now } = visit
  if (!signedIn || secret === null) return visit.refuse({ identity_exception: 'unauthorized' })
  const key = JSON.stringify([request.client.id, grant.identity.id])
  // The marketplace's own clients are not counted: they cause no loops, and each of their tabs signs in.
  const isCounted = request.by === 'redirect' && !request.client.trusted
  if (isCounted && deps.redirects.isFull(key, now))
    return visit.refuse({ oauth_exception: 'invalid_request', exception_details: 'too_many_redirects' })
  // An untrusted page could open this address in frames at any rate. It cannot read the answers, but each answer adds a row to the database.
  const { ofClient, ofAccount } = deps.grants
  const waitSeconds = Math.max(ofClient.wait(key, now), ofAccount.wait(grant.identity.id, now))
  if (waitSeconds > 0) {
    const refused = visit.refuse({ oauth_exception: 'temporarily_unavailable' })
    return refused.kind === 'page' ? { ...refused, retryAfterSeconds: waitSeconds } : refused
  }
  ofClient.count(key, now)
  ofAccount.count(grant.identity.id, now)
  const issued = await issueGrant(deps.database, { request, grant, framed, sessionHash: signedIn.sessionHash }, now)
  if (issued === 'ask') {
    const context = formContext(deps.publicUrl, query, request)
    return pageAnswer(renderConsent(context, grant, consentToken(secret, visit, grant), otherAccountQuery(query)))
  }
  if (issued === 'enrol') {
    const decision = enrolment(framed || request.prompts.has('none'))
    return decision.kind === 'enrol' ? enrolAnswer(visit) : visit.refuse(decision.refusal)
  }
  if (!('ids' in issued)) return visit.refuse(issued)
  if (isCounted) deps.redirects.hit(key, now)
  if (!request.client.trusted) await deps.noteUse({ organizationId: grant.organizationId, clientId: request.client.id })
  return successAnswer(request, issued, visit)
}

/**
 * A proof that the person saw the question that they answer: only their browser has the session's secret, and each question has a different
 * proof. The proof covers the client, the organization and the scopes, because scopes that follow from roles are not in the query.
 */
export const consentToken = (
  secret: string,
  { query, request }: Pick<Visit, 'query' | 'request'>,
  { organizationId, scopes }: Pick<Grant, 'organizationId' | 'scopes'>,
): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['consent', authorizationQuery(query), request.client.id, organizationId, scopes.toSorted()]))
    .digest('base64url')
