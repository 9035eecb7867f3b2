import type { FastifyRequest } from 'fastify'
import { findClient, type OAuthClient } from '../clients/repository.ts'
import { findIdentity, type Identity } from '../people/repository.ts'
import { hashSecret } from '../secrets.ts'
import { findSession } from '../sessions/repository.ts'
import { isFramed } from '../sessions/same-origin.ts'
import { type Answer, refusalAnswer, unusableAnswer } from './answer.ts'
import type { AuthorizeDeps } from './deps.ts'
import { type AuthorizeRequest, clientIdOf, type Query, type ReturnPath, readRequest } from './read-request.ts'
import type { Refusal } from './refusal.ts'

/** Somebody who came with a good request. */
export type Visit = {
  request: AuthorizeRequest
  query: Query
  framed: boolean
  /** Where they come from, as far as the network says. */
  address: string
  /** The secret of the session that the browser has, good or not. */
  secret: string | null
  /** Who is signed in, if anybody. */
  signedIn: { identity: Identity; sessionHash: string } | null
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
  return { kind: 'visit', visit: { request: reading.request, query, framed, address: request.ip, secret, signedIn, now, refuse } }
}

const whoIs = async ({ database }: AuthorizeDeps, sessionHash: string, now: Date): Promise<Visit['signedIn']> => {
  const session = await findSession(database, sessionHash, now)
  const identity = session && (await findIdentity(database, session.accountId))
  return identity ? { identity, sessionHash } : null
}
