import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerInstall } from './install-answers.ts'
import { documentOf, startPage } from './pages/document.ts'
import { files } from './pages/files.ts'
import { pageAt } from './pages/pages.ts'
import type { Settings } from './settings.ts'

const MAX_ADDRESS = 4_000
const MAX_BODY_BYTES = 16 * 1024

const plain = (response: ServerResponse, status: number, text: string): void =>
  void response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)

/** The body as text; null if it is too long. Rejects if the connection is closed early. */
const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const createHandler = (settings: Settings) => {
  const ownHost = URL.parse(settings.own)?.host
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${settings.marketplace}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${settings.marketplace} ${settings.host}`,
  ].join('; ')

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = request.url ?? '/'
    const { host } = request.headers
    // After a sign-in, the demo's clients return to localhost. Pages of applications are not served there, because they would share the
    // marketplace's cookies.
    if (host === `localhost:${settings.port}`) {
      response.setHeader('content-security-policy', "default-src 'none'; sandbox")
      return plain(response, 200, 'You are signed in. The application takes it from here.')
    }
    // By DNS rebinding, other host names could point to this server, and give pages of strangers access to it.
    if (host !== ownHost) return plain(response, 421, 'The sample applications do not answer to this host name.')
    if (address.length > MAX_ADDRESS) return plain(response, 414, 'The address is too long.')
    const [path = '/'] = address.split('?', 1)
    const { method = 'GET' } = request
    if (method === 'POST') {
      const body = await readBody(request)
      if (body === null) return plain(response, 413, 'The body is too large.')
      const installed = await answerInstall(path, { authorization: request.headers.authorization, body })
      if (!installed) return plain(response, 404, 'There is nothing here to send to.')
      const { status, location } = installed
      return void response
        .writeHead(status, { 'content-type': 'application/json', ...(location !== undefined && { location }) })
        .end(installed.body)
    }
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD, POST')
      return plain(response, 405, 'There is nothing here for this method.')
    }
    const file = files.get(path)
    if (file) return void response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.text)
    const page = pageAt(path)
    response.setHeader('content-security-policy', policy)
    response.setHeader('referrer-policy', 'no-referrer')
    if (!page && path !== '/') return plain(response, 404, 'There is nothing here.')
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page ? documentOf(page, settings) : startPage(settings))
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    // If the connection was closed, no answer can be sent.
    answer(request, response).catch(() => response.destroy())
  }
}
