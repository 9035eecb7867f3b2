import { request } from 'node:http'
import type { MadeRequest } from './make-request.ts'

export type Received = { status: number; type: string; text: string; ms: number } | { failure: string; ms: number }

const FORGOTTEN_MS = 20_000
/** A server may close the connection before it has read a larger body. */
const LARGE_BYTES = 1_000_000

/** Sends a request unchanged, on a connection of its own. */
export const send = (port: number, { method, target, headers, body }: MadeRequest): Promise<Received> => {
  const started = performance.now()
  const ms = () => performance.now() - started
  return new Promise((resolve) => {
    const length = body ? { 'content-length': String(body.length) } : {}
    const sent = request(
      { host: '127.0.0.1', port, method, path: target, headers: { ...headers, ...length }, agent: false },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(parts).toString(),
            ms: ms(),
          }),
        )
      },
    )
    sent.setTimeout(FORGOTTEN_MS, () => sent.destroy(new Error(`no answer within ${FORGOTTEN_MS / 1_000} s`)))
    sent.on('error', (error) =>
      resolve(
        body && body.length > LARGE_BYTES ? { status: 413, type: '', text: '', ms: ms() } : { failure: error.message, ms: ms() },
      ),
    )
    sent.end(body ?? undefined)
  })
}
