import { timingSafeEqual } from 'node:crypto'
import type { Call } from './call.ts'
import { missing, Refusal } from './refusal.ts'

/** Compares in constant time. */
export const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Throws unless the caller has the client secret of this row. Without it, browsers may read and confirm nothing. */
export const assertClientSecret = (call: Call, kind: string, row: { id: string; secret: string }): void => {
  const given = call.parameters.text('client_secret')
  if (call.caller === 'secret') return
  // The answer is the same as for an unknown id.
  if (given === undefined || !isSame(given, row.secret)) throw missing(kind, row.id, 'intent')
}

/** Fields that only the server may see. */
const HIDDEN = new Set(['customer', 'metadata', 'latest_charge', 'amount_received', 'amount_capturable'])

/** The body of an answer without the fields that browsers may not see. */
export const forBrowser = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).flatMap(([key, value]) => (HIDDEN.has(key) ? [] : [[key, forBrowser(value)]])))
}

export const forbidden = (): Refusal =>
  new Refusal(403, 'invalid_request_error', 'This API call cannot be made with a publishable API key.', { kept: false })
