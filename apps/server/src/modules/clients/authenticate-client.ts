import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from './secrets.ts'
import type { OAuthClient } from './repository.ts'

export type ClientCredentials = { id: string; secret: string | undefined }

/** RFC 6749, 2.3.1: what stands in a Basic header is form-encoded before it is encoded. */
const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** Who a client says it is, in the header or in the body; null where it says nothing, or both. */
export const clientCredentials = (
  authorization: string | undefined,
  body: { client_id?: string | undefined; client_secret?: string | undefined },
): ClientCredentials | null => {
  const basic = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined) return body.client_id ? { id: body.client_id, secret: body.client_secret || undefined } : null
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? []
  const given = { id: decode(id), secret: decode(secret) }
  const isSaidTwice = body.client_secret !== undefined || (body.client_id !== undefined && body.client_id !== given.id)
  return given.id && given.secret !== null && !isSaidTwice ? { id: given.id, secret: given.secret || undefined } : null
}

/** Whether this is the client: a server application has to know its secret, a JavaScript application can keep none. */
export const isClient = (client: OAuthClient, secret: string | undefined): boolean => {
  if (client.type === 'javascript_app') return true
  const kept = Buffer.from(client.secretHash ?? '')
  const given = Buffer.from(hashSecret(secret ?? ''))
  return kept.length === given.length && timingSafeEqual(kept, given) && secret !== undefined
}
