import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import type { Site } from './site.ts'

/** The marketplace's error code for each error code of node:http. */
const CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['HPE_HEADER_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_TIMEOUT'],
])

/**
 * Answers input that is not valid HTTP, in the site's shape of errors. There is no request object yet, so it writes to the
 * socket.
 */
export const clientErrorAnswer =
  (failure: Site['failure']) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    const code = CODES.get(error.code ?? '') ?? 'BAD_REQUEST'
    const { status } = ERRORS[code]
    const requestId = randomUUID()
    const body = JSON.stringify(failure(code, { id: requestId, url: '' }, {}))
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
