import { isSameSecret } from '../../core/is-same-secret.ts'
import { hashSecret } from './tokens/secrets.ts'
import type { OAuthClient } from './repository.ts'

export type ClientCredentials = { id: string; secret: string | undefined }

/** RFC 6749, 2.3.1: the parts of the Basic header are form-encoded before they are base64-encoded. */
const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** The credentials of a client, from the header or the body. Null if there are none, or both. */
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

/** Whether the client is authentic: a server application must send its secret; a JavaScript application has none. */
export const isAuthenticClient = (client: OAuthClient, secret: string | undefined): boolean => {
  if (client.type === 'javascript_app') return true
  return isSameSecret(hashSecret(secret ?? ''), client.secretHash ?? '') && secret !== undefined
}
