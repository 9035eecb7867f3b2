import { get } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { SentAnswer } from '../processes/bare.ts'

/** What a browser of today says it can read. */
export const BROWSER = { 'accept-encoding': 'br, gzip' }
/** What a server adds to each answer by itself. */
const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive'])

const decompress = promisify(brotliDecompress)

/** An answer as it was sent, and its text. */
export type Answer = SentAnswer & { text: string }

/** Asks once, for the bytes as they are sent. Rejects unless the answer is 200. */
export const fetchAnswer = async (port: number, path: string, headers: Record<string, string> = BROWSER): Promise<Answer> => {
  const { raw, body, status } = await new Promise<{ raw: string[]; body: Buffer; status: number | undefined }>(
    (resolve, reject) => {
      const request = get({ host: '127.0.0.1', port, path, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ raw: response.rawHeaders, body: Buffer.concat(chunks), status: response.statusCode }))
        response.on('error', reject)
      })
      request.on('error', reject)
    },
  )
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  const pairs: [string, string][] = []
  for (let index = 0; index < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? ''])
  const sent = pairs.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()))
  const compressed = sent.some(([name, value]) => name.toLowerCase() === 'content-encoding' && value === 'br')
  return { headers: sent, body, text: (compressed ? await decompress(body) : body).toString() }
}
