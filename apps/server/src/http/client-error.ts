import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import type { Connections } from './connections.ts'
import { originForm } from './readable-address.ts'
import type { Site } from './site.ts'

/** The marketplace's error code for each error code of node:http. */
const CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['HPE_HEADER_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_TIMEOUT'],
])

/** An error of node:http. `rawPacket` is what the parser read last. */
type ClientError = Error & { code?: string; rawPacket?: unknown }

/** How much of a request line is read. This is enough to tell the APIs apart. */
const READ_BYTES = 500

/**
 * The beginning of the first request of a connection: its method, and its target as far as it was read. Null for all other input: that may
 * be the rest of an earlier request.
 */
const firstRequest = ({ rawPacket }: ClientError, socket: Socket): { method: string; target: string } | null => {
  if (!Buffer.isBuffer(rawPacket) || socket.bytesRead !== rawPacket.length) return null
  const [method = '', target = ''] = rawPacket.toString('latin1', 0, READ_BYTES).split(/[ \r\n]/, 2)
  return { method, target }
}

/**
 * Answers input that is not valid HTTP, in the site's shape of errors, and closes the connection. A connection has one answer for each
 * request, in their order: nothing is written into an answer or before an earlier one, and a request that is answered already gets no second
 * answer because of its body.
 */
export const clientErrorAnswer = (failure: Site['failure'], connections: Connections) => {
  /** Connections whose invalid input was reported before: node:http reports it again with all that follows. */
  const refused = new WeakSet<Socket>()
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    if (refused.has(socket)) return
    refused.add(socket)
    // What follows a request with `Connection: close` is no request (RFC 9112, 9.6). node:http closes the connection after its answer.
    if (error.code === 'HPE_CLOSED_CONNECTION') return

    const code = CODES.get(error.code ?? '') ?? 'BAD_REQUEST'
    const { status } = ERRORS[code]
    const requestId = randomUUID()
    const bodyAt = (url: string) => {
      const body = JSON.stringify(failure(code, { id: requestId, url }, {}))
      return {
        body,
        bodyHeaders: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) },
      }
    }
    const headers = {
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      Connection: 'close',
    }

    const connection = connections.of(socket)
    if (connection && !connection.request.complete) {
      const { request, response } = connection
      // The body of this request is invalid.
      if (!response.headersSent) {
        const { body, bodyHeaders } = bodyAt(request.url ?? '')
        response.writeHead(status, { ...bodyHeaders, ...headers }).end(body)
      } else if (response.writableFinished) socket.end()
      else response.once('finish', () => socket.end())
      return
    }
    // There is no request object, so the answer is written to the socket.
    const first = firstRequest(error, socket)
    // A client reads a body in the answer to HEAD as another answer, so input that may belong to a HEAD gets no body.
    const { body, bodyHeaders } =
      first && first.method !== 'HEAD' ? bodyAt(originForm(first.target)) : { body: '', bodyHeaders: {} }
    const lines = Object.entries({ ...bodyHeaders, ...headers }).map(([name, value]) => `${name}: ${value}`)
    const answer = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
    const end = () => {
      if (socket.writable) socket.end(answer)
    }
    if (connection && connection.unanswered > 0) connection.response.once('close', end)
    else end()
  }
}
