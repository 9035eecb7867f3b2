// What travels between a host and a framed application, as the published library frames it.
import { isSmall } from './bounds.ts'

const FINGERPRINT = '@@livechat/postmessenger'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether data is of the library's, of whichever page or frame. */
export const isOfLibrary = (data: unknown): boolean => isFields(data) && Boolean(data[FINGERPRINT])

/** By what the library tells its connections apart; null until its first message has gone out. */
export type Connection = { owner: string; instance: number } | null

/**
 * Whether the library may read data that came from the window of this connection. It trusts what it reads: a call of a method that nobody
 * declared, or an answer without a result, would throw in it.
 */
export const isReadable = (data: unknown, connection: Connection): data is Fields => {
  if (!isOfLibrary(data) || !isFields(data) || !connection) return false
  if (data.owner !== connection.owner || data.instance !== connection.instance || !isFields(data.data)) return false
  const { request, data: payload } = data
  if (data.type === 'call')
    return typeof request === 'number' && payload.method === 'handle' && Array.isArray(payload.args) && payload.args.length <= 1
  if (data.type !== 'response' || !(request === null || typeof request === 'number')) return false
  // A handshake cannot fail.
  if (payload.error === false) return true
  const { result } = payload
  if (payload.error !== true || request === null || !isFields(result) || typeof result.real !== 'boolean') return false
  return !result.real || isFields(result.error)
}

/** Empties a message that is too large, so that its call is answered and nothing of it is read. */
export const emptyIfLarge = (data: Fields): void => {
  if (!isSmall(data.data)) data.data = data.type === 'call' ? { method: 'handle', args: [null] } : { error: false, result: null }
}
