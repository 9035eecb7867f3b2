import { type PageAnswer, pageAnswer, type Query, renderError } from '../../accounts/index.ts'
import { messageScript, renderMessage } from '../pages/message-page.ts'
import { otherAccountQuery } from '../rules/query.ts'
import type { ReturnPath } from '../rules/read-request.ts'
import { explain, type Refusal, refusalName } from '../rules/refusal.ts'

/** A successful answer. Published clients get it in a message, and read `scopes` there. All others get it in the address. */
export type Success = {
  secret: { code: string } | { access_token: string; expires_in: number; token_type: 'Bearer' }
  ids: { account_id: string; organization_id: string; client_id: string }
  scopes: readonly string[]
}

/** Sends a successful answer, only to the origin of redirect_uri. */
export const successAnswer = (
  to: ReturnPath,
  { secret, ids, scopes }: Success,
  { hostOrigins }: Pick<RefusalWay, 'hostOrigins'>,
): PageAnswer => {
  const state = to.state === null ? {} : { state: to.state }
  const scope = scopes.join(',')
  if (to.by === 'message') {
    const content = { data: { ...secret, ...ids, scopes: scope, ...state } }
    return pageAnswer(renderMessage({ content, to: new URL(to.redirectUri).origin }, hostOrigins))
  }
  if ('code' in secret) return addressAnswer(to, 'search', { ...secret, ...state })
  return addressAnswer(to, 'hash', { ...secret, expires_in: String(secret.expires_in), scope, ...state })
}

const addressAnswer = (to: ReturnPath, part: 'search' | 'hash', fields: Readonly<Record<string, string>>): PageAnswer => {
  const location = new URL(to.redirectUri)
  location[part] = new URLSearchParams(fields).toString()
  return { kind: 'redirect', location: location.href }
}

export type RefusalWay = {
  publicUrl: string
  query: Query
  framed: boolean
  requestId: string
  /** Hosts that frame the client's own pages. A message page in a frame of such a page has these hosts as ancestors. */
  hostOrigins: readonly string[]
  /**
   * The part of the address in which a refusal is sent to the client. Null if the refusal is not sent to the client: it is sent only if the
   * request forbids questions or the person refused. In other cases some clients would send the person back at once, in an endless loop.
   */
  sentBack?: 'search' | 'hash' | null
}

/** Sends a refusal to the window that waits for an answer, or shows it on the marketplace's own page with links to continue. */
export const refusalAnswer = (to: ReturnPath, refusal: Refusal, way: RefusalWay): PageAnswer => {
  if (to.by === 'message' || way.framed)
    return pageAnswer(
      renderMessage({ content: { error: refusal }, to: new URL(to.redirectUri).origin }, way.hostOrigins),
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
/** A silent sign-in is expected to fail for a signed-out visitor, so the status of that answer is 200. */
const messageStatusOf = (refusal: Refusal): number => ('identity_exception' in refusal ? 200 : statusOf(refusal))

const detailsOf = (refusal: Refusal, requestId: string): string => {
  const more = 'exception_details' in refusal ? `, ${refusal.exception_details}` : ''
  return `${refusalName(refusal)}${more}. Request ${requestId}.`
}

type UnusableWay = { publicUrl: string; requestId: string; byMessage: boolean; framed: boolean }

/**
 * Answers a request without a valid client and address. The answer never redirects (docs/decisions/0016). A window that waits for a
 * message gets only the reason, which is not secret and does not reveal who is signed in.
 */
export const unusableAnswer = (refusal: Refusal, { publicUrl, requestId, byMessage, framed }: UnusableWay): PageAnswer => {
  const message = { content: { error: refusal }, to: '*' }
  if (byMessage && framed) return pageAnswer(renderMessage(message), 400)
  const script = byMessage ? messageScript(message) : null
  return pageAnswer(
    renderError({ ...explain(refusal), publicUrl, details: detailsOf(refusal, requestId), ways: [], script }),
    400,
  )
}
