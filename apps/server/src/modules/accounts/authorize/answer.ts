import type { FormContext } from '../pages/sign-in-page.ts'
import { renderError } from '../pages/error-page.ts'
import type { Page } from '../pages/layout.ts'
import { renderMessage } from '../pages/message-page.ts'
import { explain, type Refusal, refusalName } from './refusal.ts'
import type { Prompt, Query, ReturnPath } from './read-request.ts'

/** What an authorization is answered with: a page, or a way to somewhere else. */
export type Answer =
  | { kind: 'page'; status: number; page: Page; retryAfterSeconds?: number }
  | { kind: 'redirect'; location: string }

export const pageAnswer = (page: Page, status = 200, retryAfterSeconds?: number): Answer => ({
  kind: 'page',
  status,
  page,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
})

/** The query of an authorization as it came, to go on with: asked again is only what was not done yet. */
export const queryText = (query: Query, done: readonly Prompt[] = [], more: Readonly<Record<string, string>> = {}): string => {
  const left = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== '' && !Object.hasOwn(more, name)) left.append(name, each)
  const prompts = (left.get('prompt') ?? '').split(/[ ,]+/).filter((prompt) => prompt && !done.includes(prompt as Prompt))
  if (left.has('prompt')) left.set('prompt', prompts.join(' '))
  if (prompts.length === 0) left.delete('prompt')
  for (const [name, value] of Object.entries(more)) left.set(name, value)
  return left.toString()
}

/** To sign in as somebody else, and to go on with the same authorization then. */
export const elseQuery = (query: Query): string => queryText(query, [], { prompt: 'login' })

export const formContext = (publicUrl: string, query: Query, { client, redirectUri, by }: ReturnPath): FormContext => ({
  publicUrl,
  query: queryText(query),
  client,
  leadsTo: new URL(redirectUri).origin,
  inPopup: by === 'message',
})

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
        ...('identity_exception' in refusal ? [{ label: 'Use another account', href: `/signin?${elseQuery(way.query)}` }] : []),
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
