import type { FastifyRequest } from 'fastify'
import { type PageAnswer, isFramed, type Query, readBrowser, type SignedIn, type Visitor, whoIs } from '../../accounts/index.ts'
import { findClient, hashSecret, MARKETPLACE_CLIENT, type OAuthClient } from '../../clients/index.ts'
import { type AuthorizeRequest, askingClientId, type ReturnPath, readRequest } from '../rules/read-request.ts'
import type { Refusal } from '../rules/refusal.ts'
import { refusalAnswer, unusableAnswer } from './answer.ts'
import type { AuthorizeDeps } from './deps.ts'

/** A valid request, with the visitor who sends it. */
export type Visit = Visitor & {
  request: AuthorizeRequest
  query: Query
  framed: boolean
  /** Origins that may frame the pages of this authorization: none, except for the storefront's client. */
  hostOrigins: readonly string[]
  /** The secret in the session cookie, which may be invalid. */
  secret: string | null
  /** The person who is signed in, if any. */
  signedIn: SignedIn | null
  now: Date
  /** The answer for a refusal, in the form that this request expects. */
  refuse: (refusal: Refusal, byPerson?: boolean) => PageAnswer
}

/** Reads a request and its sender. Returns an answer instead if the request is not valid. */
export const readVisit = async (
  deps: AuthorizeDeps,
  request: FastifyRequest,
  query: Query,
): Promise<{ kind: 'visit'; visit: Visit } | { kind: 'answer'; answer: PageAnswer }> => {
  const { database, clock, publicUrl, cookie } = deps
  const framed = isFramed(request)
  const id = askingClientId(query)
  const client: OAuthClient | null = id === null ? null : await findClient(database, id)
  const hostOrigins = client?.id === MARKETPLACE_CLIENT ? deps.allowedHostOrigins : []
  const way = { publicUrl, query, framed, requestId: request.id, hostOrigins }
  const reading = readRequest(query, client)
  if (reading.kind === 'unusable')
    return { kind: 'answer', answer: unusableAnswer(reading.refusal, { ...way, byMessage: reading.byMessage }) }
  if (reading.kind === 'refused') return { kind: 'answer', answer: refusalAnswer(reading.to, reading.refusal, way) }

  const now = clock.now()
  const secret = cookie.read(request)
  const signedIn = secret === null ? null : await whoIs(deps, hashSecret(secret), now)
  const part = reading.request.responseType === 'code' ? 'search' : 'hash'
  const refuse = (refusal: Refusal, byPerson = false): PageAnswer => {
    const isExpected = byPerson || reading.request.prompts.has('none')
    return refusalAnswer(reading.request satisfies ReturnPath, refusal, { ...way, sentBack: isExpected ? part : null })
  }
  const from = { ...readBrowser(deps, request), secret, signedIn }
  return { kind: 'visit', visit: { request: reading.request, query, framed, hostOrigins, ...from, now, refuse } }
}
