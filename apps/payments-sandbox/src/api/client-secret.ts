import { timingSafeEqual } from 'node:crypto'
import type { Call } from './call.ts'
import { missing, Refusal } from './refusal.ts'

/** Compares without telling by its duration how much of it was right. */
export const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A browser may read and confirm what it holds the client secret of, and nothing else. */
export const assertClientSecret = (call: Call, kind: string, row: { id: string; secret: string }): void => {
  const given = call.parameters.text('client_secret')
  if (call.caller === 'secret') return
  // The same answer as for an id that does not exist.
  if (given === undefined || !isSame(given, row.secret)) throw missing(kind, row.id, 'intent')
}

/** What only the server may see. */
const HIDDEN = new Set(['customer', 'metadata', 'latest_charge', 'amount_received', 'amount_capturable'])

/** An answer's body without what browsers are not told. */
export const forBrowser = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).flatMap(([key, value]) => (HIDDEN.has(key) ? [] : [[key, forBrowser(value)]])))
}

export const forbidden = (): Refusal =>
  new Refusal(403, 'invalid_request_error', 'This API call cannot be made with a publishable API key.', { kept: false })
