import type { FastifyRequest } from 'fastify'
import { describeBrowser } from '@marketplace/domain/browsers'
import { shortAddress } from '@marketplace/domain/network'
import { isAskedLocally } from '../../../http/peers.ts'
import { findClient, type OAuthClient, hashSecret } from '../../clients/index.ts'
import { findIdentity, type Identity } from '../people/repository.ts'
import type { Device } from '../sessions/known-device.ts'
import { isToTouch } from '../sessions/limits.ts'
import { findSession, updateSession } from '../sessions/repository.ts'
import type { Browser } from '../sessions/sessions.ts'
import { isFramed } from '../sessions/framed.ts'
import { type Answer, refusalAnswer, unusableAnswer } from './answer.ts'
import type { AuthorizeDeps } from './deps.ts'
import { type AuthorizeRequest, clientIdOf, type Query, type ReturnPath, readRequest } from './read-request.ts'
import type { Refusal } from './refusal.ts'

export type SignedIn = { identity: Identity; sessionHash: string; authenticatedAt: Date }

/** Somebody who came with a good request. */
export type Visit = {
  request: AuthorizeRequest
  query: Query
  framed: boolean
  /** Where they come from, as far as the network says. */
  address: string
  /** The browser, if somebody has signed in there before. */
  device: Device | null
  browser: Browser
  /** The secret of the session that the browser has, good or not. */
  secret: string | null
  /** A password that everybody knows, and that opens nothing where this visit comes from; null where it does. */
  refusedPassword: string | null
  /** Who is signed in, if anybody. */
  signedIn: SignedIn | null
  now: Date
  /** Says no, in the way that this visit can hear it. */
  refuse: (refusal: Refusal, byPerson?: boolean) => Answer
}

/** Reads who comes with what; an answer where there is nothing to go on with. */
export const readVisit = async (
  deps: AuthorizeDeps,
  request: FastifyRequest,
  query: Query,
): Promise<{ kind: 'visit'; visit: Visit } | { kind: 'answer'; answer: Answer }> => {
  const { database, clock, publicUrl, cookie } = deps
  const framed = isFramed(request)
  const way = { publicUrl, query, framed, requestId: request.id }
  const id = clientIdOf(query)
  const client: OAuthClient | null = id === null ? null : await findClient(database, id)
  const reading = readRequest(query, client)
  if (reading.kind === 'unusable')
    return { kind: 'answer', answer: unusableAnswer(reading.refusal, { ...way, byMessage: reading.byMessage }) }
  if (reading.kind === 'refused') return { kind: 'answer', answer: refusalAnswer(reading.to, reading.refusal, way) }

  const now = clock.now()
  const secret = cookie.read(request)
  const signedIn = secret === null ? null : await whoIs(deps, hashSecret(secret), now)
  const part = reading.request.responseType === 'code' ? 'search' : 'hash'
  const refuse = (refusal: Refusal, byPerson = false): Answer => {
    const isExpected = byPerson || reading.request.prompts.has('none')
    return refusalAnswer(reading.request satisfies ReturnPath, refusal, { ...way, sentBack: isExpected ? part : null })
  }
  const from = { ...readBrowser(deps, request), secret, signedIn }
  return { kind: 'visit', visit: { request: reading.request, query, framed, ...from, now, refuse } }
}

/** What is known of the browser that asks, whoever sits there. */
export const readBrowser = (deps: Pick<AuthorizeDeps, 'devices' | 'demo'>, request: FastifyRequest) => ({
  address: request.ip,
  device: deps.devices.read(request),
  browser: { device: describeBrowser(request.headers['user-agent']), network: shortAddress(request.ip) },
  refusedPassword: deps.demo.signIns && isAskedLocally(request) ? null : deps.demo.password,
})

/** Who is signed in by a session, and which that is; null if nobody is. It counts as a use of the session. */
export const whoIs = async (
  { database }: Pick<AuthorizeDeps, 'database'>,
  sessionHash: string,
  now: Date,
): Promise<SignedIn | null> => {
  const session = await findSession(database, sessionHash, now)
  const identity = session && (await findIdentity(database, session.accountId))
  if (!identity || !session) return null
  if (isToTouch(session.lastUsedAt, now)) await updateSession(database, sessionHash, { lastUsedAt: now })
  return { identity, sessionHash, authenticatedAt: session.authenticatedAt }
}
