import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../../core/is-same-secret.ts'

/**
 * Challenges for passkeys. A new challenge is not stored, because every visitor of the sign-in page gets one. Instead it contains the time
 * at which it expires and a proof that this server made it. Only answered challenges are stored, so that each is answered once.
 */
export type Challenges = {
  make: (purpose: string, now: Date) => Uint8Array<ArrayBuffer>
  /** The time at which a challenge (in base64url) expires. Null if it is not from this server, has another purpose, or has expired. */
  endOf: (challenge: string, purpose: string, now: Date) => Date | null
}

export const CHALLENGE_MINUTES = 10
const NONCE_BYTES = 16
const END_BYTES = 8
const BYTES = NONCE_BYTES + END_BYTES + 32

export const openChallenges = (key: string): Challenges => {
  const proofOf = (head: Buffer, purpose: string) =>
    createHmac('sha256', key).update('passkey challenge\0').update(head).update(purpose).digest()
  return {
    make: (purpose, now) => {
      const end = Buffer.alloc(END_BYTES)
      end.writeBigUInt64BE(BigInt(now.getTime() + CHALLENGE_MINUTES * 60_000))
      const head = Buffer.concat([randomBytes(NONCE_BYTES), end])
      return new Uint8Array(Buffer.concat([head, proofOf(head, purpose)]))
    },
    endOf: (challenge, purpose, now) => {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== BYTES || bytes.toString('base64url') !== challenge) return null
      const head = bytes.subarray(0, NONCE_BYTES + END_BYTES)
      if (!isSameSecret(bytes.subarray(NONCE_BYTES + END_BYTES), proofOf(head, purpose))) return null
      const end = new Date(Number(head.readBigUInt64BE(NONCE_BYTES)))
      return end > now ? end : null
    },
  }
}
