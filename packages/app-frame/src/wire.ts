// Messages between a host and a framed application, in the format of the published library.
import { isSmall } from './bounds.ts'

const FINGERPRINT = '@@livechat/postmessenger'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether data is a message of the library, from any page or frame. */
export const isOfLibrary = (data: unknown): boolean => isFields(data) && Boolean(data[FINGERPRINT])

/** The ids by which the library recognizes a connection; null until the library has sent its first message. */
export type Connection = { owner: string; instance: number } | null

/**
 * Whether the library can safely read data from the window of this connection. The library does not check its input: a call of an unknown
 * method, or an answer without a result, would make it throw.
 */
export const isReadable = (data: unknown, connection: Connection): data is Fields => {
  if (!isOfLibrary(data) || !isFields(data) || !connection) return false
  if (data.owner !== connection.owner || data.instance !== connection.instance || !isFields(data.data)) return false
  const { request, data: payload } = data
  if (data.type === 'call')
    return typeof request === 'number' && payload.method === 'handle' && Array.isArray(payload.args) && payload.args.length <= 1
  if (data.type !== 'response' || !(request === null || typeof request === 'number')) return false
  // Every answer without an error can be read, including that of a handshake. The checks below are for errors of calls.
  if (payload.error === false) return true
  const { result } = payload
  if (payload.error !== true || request === null || !isFields(result) || typeof result.real !== 'boolean') return false
  return !result.real || isFields(result.error)
}

/** Removes the content of a message that is too large. The call is still answered, but its content is not read. */
export const emptyIfLarge = (data: Fields): void => {
  if (!isSmall(data.data)) data.data = data.type === 'call' ? { method: 'handle', args: [null] } : { error: false, result: null }
}
