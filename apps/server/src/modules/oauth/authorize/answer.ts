import { type Answer, pageAnswer, type Query, renderError } from '../../accounts/index.ts'
import { renderMessage } from '../pages/message-page.ts'
import { otherAccountQuery } from '../rules/query.ts'
import type { ReturnPath } from '../rules/read-request.ts'
import { explain, type Refusal, refusalName } from '../rules/refusal.ts'

/** What somebody gets: by a message for published clients, who read `scopes`, or in the address for everybody else. */
export type Success = {
  secret: { code: string } | { access_token: string; expires_in: number; token_type: 'Bearer' }
  ids: { account_id: string; organization_id: string; client_id: string }
  scopes: readonly string[]
}

/** Success goes to the origin of redirect_uri and nowhere else. */
export const successAnswer = (to: ReturnPath, { secret, ids, scopes }: Success): Answer => {
  const state = to.state === null ? {} : { state: to.state }
  const scope = scopes.join(',')
  if (to.by === 'message') {
    const content = { data: { ...secret, ...ids, scopes: scope, ...state } }
    return pageAnswer(renderMessage({ content, to: new URL(to.redirectUri).origin }))
  }
  if ('code' in secret) return addressAnswer(to, 'search', { ...secret, ...state })
  return addressAnswer(to, 'hash', { ...secret, expires_in: String(secret.expires_in), scope, ...state })
}

const addressAnswer = (to: ReturnPath, part: 'search' | 'hash', fields: Readonly<Record<string, string>>): Answer => {
  const location = new URL(to.redirectUri)
  location[part] = new URLSearchParams(fields).toString()
  return { kind: 'redirect', location: location.href }
}

export type RefusalWay = {
  publicUrl: string
  query: Query
  framed: boolean
  requestId: string
  /** Whether the client expects to hear of it: it asked that nobody be asked, or the person said no. Any other would loop some. */
  sentBack?: 'search' | 'hash' | null
}

/** A refusal goes to the window that waits for it, or stops at a page of our own with a way on. */
export const refusalAnswer = (to: ReturnPath, refusal: Refusal, way: RefusalWay): Answer => {
  if (to.by === 'message' || way.framed)
    return pageAnswer(
      renderMessage({ content: { error: refusal }, to: new URL(to.redirectUri).origin }),
      messageStatusOf(refusal),
    )
  if (way.sentBack) {
    const error =
      'identity_exception' in refusal && refusal.identity_exception === 'unauthorized' ? 'login_required' : refusalName(refusal)
    return addressAnswer(to, way.sentBack, { error, ...(to.state !== null && { state: to.state }) })
  }
  return pageAnswer(
    renderError({
      ...explain(refusal),
      publicUrl: way.publicUrl,
      details: detailsOf(refusal, way.requestId),
      ways: [
        ...('identity_exception' in refusal
          ? [{ label: 'Use another account', href: `/signin?${otherAccountQuery(way.query)}` }]
          : []),
        { label: `Back to ${to.client.name}`, href: to.redirectUri },
      ],
    }),
    statusOf(refusal),
  )
}

const isTooOften = (refusal: Refusal): boolean =>
  'oauth_exception' in refusal &&
  (refusal.exception_details === 'too_many_redirects' || refusal.oauth_exception === 'temporarily_unavailable')

const statusOf = (refusal: Refusal): number => {
  if ('identity_exception' in refusal) return 403
  return isTooOften(refusal) ? 429 : 400
}
/** That nobody is signed in is an ordinary answer to a frame that asks. */
const messageStatusOf = (refusal: Refusal): number => ('identity_exception' in refusal ? 200 : statusOf(refusal))

const detailsOf = (refusal: Refusal, requestId: string): string => {
  const more = 'exception_details' in refusal ? `, ${refusal.exception_details}` : ''
  return `${refusalName(refusal)}${more}. Request ${requestId}.`
}

type UnusableWay = { publicUrl: string; requestId: string; byMessage: boolean; framed: boolean }

/**
 * A request that names no client or address that anything may be sent to ends here (contract). A window that waits for a message hears why,
 * which is nobody's secret and says nothing of who is signed in.
 */
export const unusableAnswer = (refusal: Refusal, { publicUrl, requestId, byMessage, framed }: UnusableWay): Answer => {
  const message = { content: { error: refusal }, to: '*' }
  if (byMessage && framed) return pageAnswer(renderMessage(message), 400)
  const tells = byMessage ? message : null
  return pageAnswer(renderError({ ...explain(refusal), publicUrl, details: detailsOf(refusal, requestId), ways: [], tells }), 400)
}
