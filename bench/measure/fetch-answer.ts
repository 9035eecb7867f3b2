import { request } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { SentAnswer } from '../processes/bare.ts'
import type { Asked } from '../processes/load.ts'

/** The encodings that current browsers accept. */
export const BROWSER = { 'accept-encoding': 'br, gzip' }
/** Headers that a server adds to each answer itself. */
const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive'])

const decompress = promisify(brotliDecompress)

/** An answer with its text. */
export type Answer = SentAnswer & { text: string }

/** Requests once, and returns the bytes as sent. Rejects unless the status is 200. */
export const fetchAnswer = async (port: number, asked: Asked, headers: Record<string, string> = BROWSER): Promise<Answer> => {
  const { path, body: posted } = typeof asked === 'string' ? { path: asked, body: null } : asked
  const [method, type] = posted === null ? ['GET', {}] : ['POST', { 'content-type': 'application/json' }]
  const { raw, body, status } = await new Promise<{ raw: string[]; body: Buffer; status: number | undefined }>(
    (resolve, reject) => {
      const sending = request({ host: '127.0.0.1', port, path, method, headers: { ...headers, ...type } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ raw: response.rawHeaders, body: Buffer.concat(chunks), status: response.statusCode }))
        response.on('error', reject)
      })
      sending.on('error', reject)
      sending.end(posted ?? undefined)
    },
  )
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  const pairs: [string, string][] = []
  for (let index = 0; index < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? ''])
  const sent = pairs.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()))
  const compressed = sent.some(([name, value]) => name.toLowerCase() === 'content-encoding' && value === 'br')
  return { headers: sent, body, text: (compressed ? await decompress(body) : body).toString() }
}
