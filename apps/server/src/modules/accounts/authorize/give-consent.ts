import { timingSafeEqual } from 'node:crypto'
import { recordAudit } from '../../audit/index.ts'
import { grantConsent } from '../../consents/index.ts'
import { type Answer, queryText } from './answer.ts'
import { authorize, consentToken } from './authorize.ts'
import { decide } from './decide.ts'
import type { AuthorizeDeps } from './deps.ts'
import type { Visit } from './visit.ts'

export type ConsentForm = { decision: string | null; token: string | null }

/** What the person has answered to the question whether a client may. Without a proof that they were asked, they are asked. */
export const answerConsent = async (deps: AuthorizeDeps, visit: Visit, { decision, token }: ConsentForm): Promise<Answer> => {
  const { request, query, framed, signedIn, secret } = visit
  const again = () => authorize(deps, visit, 'authorize')
  if (!signedIn || secret === null || framed) return again()
  const decided = decide({ request, entry: 'authorize', framed, identity: signedIn.identity })
  if (decided.kind !== 'grant' || !isSame(token ?? '', consentToken(secret, visit, decided.grant))) return again()
  const { identity, organizationId, scopes } = decided.grant
  const { client } = request
  const who = { accountId: identity.id, organizationId }
  if (decision === 'refuse') {
    await recordAudit(deps.database, { action: 'consent.refused', who, subject: client.id, details: { scopes: [...scopes] } })
    return visit.refuse({ oauth_exception: 'access_denied' }, true)
  }
  if (decision !== 'agree') return again()

  await deps.database.transaction(async (transaction) => {
    const of = { organizationId, accountId: identity.id, clientId: client.id }
    await grantConsent(transaction, { ...of, scopes, grantedBy: identity.id })
    await recordAudit(transaction, {
      action: 'consent.granted',
      who,
      subject: client.id,
      details: { coverage: 'account', scopes: [...scopes] },
    })
  })
  return { kind: 'redirect', location: `/?${queryText(query, ['consent', 'login', 'select_account'])}` }
}

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
