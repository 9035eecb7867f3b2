import { createHmac, randomBytes } from 'node:crypto'

/** A new secret, in base64. Receivers get it with the prefix whsec_. */
export const newWebhookSecret = (): string => randomBytes(24).toString('base64')

/** The parts of a message that are signed and sent in one attempt. */
export type SignedMessage = { id: string; at: Date; body: string; sequence: number }

/**
 * The headers of Standard Webhooks, and the application's sequence number. During a rotation, the message has a signature by each secret,
 * so a receiver may verify with either of them.
 */
export const webhookHeaders = ({ id, at, body, sequence }: SignedMessage, secrets: readonly string[]): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'webhook-sequence': String(sequence),
  }
}
