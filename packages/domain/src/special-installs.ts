import type { Payment } from '@marketplace/contracts/catalogue/schemas'
import { OUTCOME_LIMITS, type SpecialOutcome } from '@marketplace/contracts/installs/special-install'
import { webAddress } from './application-addresses.ts'

// Special installs: another product of ours is told of an install, and answers what became of the account there.
// docs/product/installing.md, Special installs.

type Told = { directInstallUrl: string | null; payment: Pick<Payment, 'price'> | null }

/**
 * The address of the product that is told of an install of this application; null if none is. Only an origin that the operator has listed
 * is told, and only of an application without a price: what was bought is installed whatever another product says.
 */
export const specialInstallOf = ({ directInstallUrl, payment }: Told, origins: readonly string[]): URL | null => {
  const url = webAddress(directInstallUrl)
  const isFree = payment === null || payment.price === 0
  return url && isFree && origins.includes(url.origin) ? url : null
}

/** What another product answered: what became of the account, or its reason for a refusal, null if it gives none. */
export type SpecialAnswer = ({ done: true } & SpecialOutcome) | { done: false; reason: string | null }

/** Words of another product: one line of text without control characters, cut at a length. Null for anything that is no text. */
const wordsOf = (given: unknown, limit: number): string | null => {
  if (typeof given !== 'string') return null
  const text = given
    .slice(0, limit * 2)
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return (text.length > limit ? `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text) || null
}

const fieldsOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the answer of the other product. It has agreed if the status is good, the body is empty or an object, and the body has no `error`.
 * Null for a good status with a body that cannot be read: nobody knows what that means.
 */
export const readSpecialAnswer = (status: number, body: string): SpecialAnswer | null => {
  const isGood = status >= 200 && status < 300
  const fields = body.trim() === '' ? {} : fieldsOf(parse(body))
  const error = fields?.error
  if (!isGood || (error !== undefined && error !== null))
    return { done: false, reason: wordsOf(fieldsOf(error)?.message, OUTCOME_LIMITS.message) }
  if (!fields) return null
  return {
    done: true,
    accountStatus: wordsOf(fields.accountStatus, OUTCOME_LIMITS.accountStatus),
    message: wordsOf(fields.message, OUTCOME_LIMITS.message),
  }
}
