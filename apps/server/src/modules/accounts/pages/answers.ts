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

/** A query as text, without its empty parameters: what a page carries along until somebody has signed in. */
export const queryText = (query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== '') parameters.append(name, each)
  return parameters.toString()
}

/** What a request for a page is answered with. */
export type PageAnswer =
  | { kind: 'page'; status: number; page: Page; retryAfterSeconds?: number }
  | { kind: 'redirect'; location: string }

export const pageAnswer = (page: Page, status = 200, retryAfterSeconds?: number): PageAnswer => ({
  kind: 'page',
  status,
  page,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
})

/** Sends an answer. 303 after a form: the browser continues with GET. */
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

/** For `catch`: returns QueueFull, and throws any other error again. */
export const fullQueue = (error: unknown): QueueFull => {
  if (error instanceof QueueFull) return error
  throw error
}

/** 429 if this network sent too many requests at once, 503 if others did. */
export const busyAnswer = ({ by }: QueueFull, page: Page): PageAnswer =>
  pageAnswer(page, by === 'source' ? 429 : 503, QUEUE_LASTS_SECONDS)
