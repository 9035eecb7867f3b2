import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatWait } from '@marketplace/domain/pace'
import { QueueFull } from '../passwords/fair-queue.ts'
import { QUEUE_LASTS_SECONDS } from '../passwords/passwords.ts'
import type { Page } from './layout.ts'

/** The query of an address, or the body of a form. */
export type Query = Readonly<Record<string, string | readonly string[]>>

/** The text of a field; empty if the field is missing or was sent twice. */
export const textField = (body: Query, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

/** A query as text, without its empty parameters. Pages keep it until the person has signed in. */
export const queryText = (query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== '') parameters.append(name, each)
  return parameters.toString()
}

/** The answer to a request for a page. */
export type PageAnswer =
  | { kind: 'page'; status: number; page: Page; retryAfterSeconds?: number }
  | { kind: 'redirect'; location: string }

export const pageAnswer = (page: Page, status = 200, retryAfterSeconds?: number): PageAnswer => ({
  kind: 'page',
  status,
  page,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
})

/** Sends an answer. A redirect after a form has status 303, so that the browser continues with GET. */
export const sendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: PageAnswer): FastifyReply =>
  answer.kind === 'page'
    ? reply
        .code(answer.status)
        .headers(answer.page.headers)
        .headers(answer.retryAfterSeconds === undefined ? {} : { 'retry-after': Math.ceil(answer.retryAfterSeconds) })
        .send(answer.page.body)
    : reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(answer.location, request.method === 'GET' ? 302 : 303)

export const WRONG_PASSWORD = 'This e-mail and password do not belong together. Check both and try again.'
export const TOO_BUSY = 'Too many people are signing in at this moment. Wait a few seconds, then try again.'
export const tooOften = (waitSeconds: number) => `That was wrong too often. Wait ${formatWait(waitSeconds)}, then try again.`

/** A handler for `catch` that returns QueueFull and throws other errors again. */
export const fullQueue = (error: unknown): QueueFull => {
  if (error instanceof QueueFull) return error
  throw error
}

/** The status is 429 if this network sent too many requests at once, and 503 if other networks did. */
export const busyAnswer = ({ by }: QueueFull, page: Page): PageAnswer =>
  pageAnswer(page, by === 'source' ? 429 : 503, QUEUE_LASTS_SECONDS)
