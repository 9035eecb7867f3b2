import { createHash } from 'node:crypto'
import { isSameSecret } from '../../../core/is-same-secret.ts'
import type { ChallengeForm } from '../../../db/schema.ts'

/** The form of a verifier in RFC 7636. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
/** A number without leading zeros or a plus sign. Each number has only one such text, so that each hash has only one challenge. */
const WORD = /^(?:0|-?[1-9]\d{0,9})$/
const isInt32 = (value: number): boolean => value === (value | 0)

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

export type Challenge = { /** In the form that RFC 7636 defines for S256. */ value: string; form: ChallengeForm }

/**
 * Reads a challenge in one of the forms that a client may use, and returns it in the RFC's form. Null if it is not valid. The published SDK
 * uses the name S256 for another text of the same hash: base64url of the hash's eight 32-bit words as signed numbers, joined by commas
 * (docs/decisions/0016). Without a method the RFC's default is plain.
 */
export const readChallenge = (value: string, method: string | null, allowed: readonly ChallengeForm[]): Challenge | null => {
  if (method === 'S256') {
    const rfc = allowed.includes('S256') ? readRfc(value) : null
    if (rfc !== null) return { value: rfc, form: 'S256' }
    const sdk = allowed.includes('sdk') ? readSdk(value) : null
    return sdk === null ? null : { value: sdk, form: 'sdk' }
  }
  if (method !== null && method !== 'plain') return null
  return allowed.includes('plain') && VERIFIER.test(value) ? { value: sha256(value).toString('base64url'), form: 'plain' } : null
}

const readRfc = (value: string): string | null => {
  const hash = Buffer.from(value, 'base64url')
  return hash.length === 32 && hash.toString('base64url') === value ? value : null
}

const readSdk = (value: string): string | null => {
  const text = Buffer.from(value, 'base64url')
  const words = text.toString('latin1').split(',')
  const isSdk = text.toString('base64url') === value && words.length === 8
  if (!isSdk || !words.every((word) => WORD.test(word) && isInt32(Number(word)))) return null
  const hash = Buffer.alloc(32)
  for (const [index, word] of words.entries()) hash.writeInt32BE(Number(word), index * 4)
  return hash.toString('base64url')
}

/** Whether a verifier belongs to the challenge. A verifier without a challenge is refused (RFC 9700, 2.1.1). */
export const provesChallenge = (verifier: string | undefined, challenge: string | null): boolean => {
  if (challenge === null) return verifier === undefined
  if (verifier === undefined || !VERIFIER.test(verifier)) return false
  return isSameSecret(sha256(verifier), Buffer.from(challenge, 'base64url'))
}
