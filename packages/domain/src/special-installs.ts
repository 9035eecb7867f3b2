import type { Payment } from '@marketplace/contracts/catalogue/schemas'
import { OUTCOME_LIMITS, type SpecialOutcome } from '@marketplace/contracts/installs/special-install'
import { webAddress } from './application-addresses.ts'

// Special installs: another product takes part in an install, and its answer contains the state of the account there.
// docs/product/installing.md, Special installs.

type Told = { directInstallUrl: string | null; payment: Pick<Payment, 'price'> | null }

/**
 * The address of the product that takes part in an install of this application; null if there is none. Only origins on the operator's list
 * take part, and only for applications without a price, because an application that was bought is installed whatever another product
 * answers.
 */
export const specialInstallOf = ({ directInstallUrl, payment }: Told, origins: readonly string[]): URL | null => {
  const url = webAddress(directInstallUrl)
  const isFree = payment === null || payment.price === 0
  return url && isFree && origins.includes(url.origin) ? url : null
}

/** The other product's answer: the state of the account, or the reason of a refusal, which may be null. */
export type SpecialAnswer = ({ done: true } & SpecialOutcome) | { done: false; reason: string | null }

/** A text of the other product as one line without control characters, cut to a length. Null if the value is not a text. */
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
 * Reads the other product's answer. It has agreed if the status is 2xx, the body is empty or an object, and the body has no `error`. Null
 * for a 2xx status with an unreadable body, whose meaning is unknown.
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
