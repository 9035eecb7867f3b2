import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../../core/is-same-secret.ts'

/**
 * Challenges for passkeys. Nothing is stored for a new challenge, because everybody who opens the sign-in page gets one: it carries its own
 * end and a proof that we made it. Only challenges that were answered are stored, so that each is answered once.
 */
export type Challenges = {
  make: (purpose: string, now: Date) => Uint8Array<ArrayBuffer>
  /** The end of a challenge, given in base64url. Null if we did not make it, if it has another purpose, or if it has ended. */
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
