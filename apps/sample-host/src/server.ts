import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { isLoopbackHost } from '@marketplace/contracts/core/loopback'
import { documentOf, type Theme } from './pages/document.ts'
import { resolve } from './pages/routes.ts'
import type { Settings } from './settings.ts'

const MAX_ADDRESS = 4_000

type File = { type: string; text: string }

/** The files for browsers. Throws if the script has not been built. */
export const readFiles = (): ReadonlyMap<string, File> => {
  const styles = join(import.meta.dirname, 'styles')
  const style = readdirSync(styles)
    .sort()
    .map((name) => readFileSync(join(styles, name), 'utf8'))
    .join('\n')
  const script = readFileSync(join(import.meta.dirname, '../dist/main.js'), 'utf8')
  return new Map([
    ['/style.css', { type: 'text/css', text: style }],
    ['/main.js', { type: 'text/javascript', text: script }],
  ])
}

/**
 * Whether the Host header is this product's, another name of this machine, or unknown. By DNS rebinding, an unknown name could point to
 * this server, and give pages of strangers access to it.
 */
const nameOf = (host: string | undefined, own: string): 'own' | 'machine' | 'stranger' => {
  const url = URL.parse(`http://${host ?? ''}`)
  if (url && url.host === URL.parse(own)?.host) return 'own'
  return url && isLoopbackHost(url.hostname) ? 'machine' : 'stranger'
}

/** The theme in the cookie; null means the system's theme. */
const themeOf = (cookies: string | undefined): Theme | null =>
  (/(?:^|; )sample-host-theme=(light|dark)(?:;|$)/.exec(cookies ?? '')?.[1] as Theme | undefined) ?? null

const plain = (response: ServerResponse, status: number, text: string): void =>
  void response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)

/**
 * The content security policy. It allows frames of the marketplace and the sample applications, and calls to the marketplace, the accounts
 * server and the applications. Scripts and styles may come from this origin only.
 */
const policyOf = ({ marketplace, accounts, applications }: Settings): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${marketplace}`,
    `connect-src ${marketplace} ${accounts} ${applications}`,
    `frame-src ${marketplace} ${accounts} ${applications}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const createHandler = (settings: Settings, files: ReadonlyMap<string, File>) => {
  const policy = policyOf(settings)
  const { own, marketplace, accounts, applications } = settings

  return (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    const address = request.url ?? '/'
    const caller = nameOf(request.headers.host, own)
    if (caller === 'stranger') return plain(response, 421, 'The sample host does not answer to this host name.')
    if (address === '/healthz') return plain(response, 200, 'ok')
    if (address.length > MAX_ADDRESS) return plain(response, 414, 'The address is too long.')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return plain(response, 405, 'Pages here are only read.')
    }
    // Only this product's own origin may frame the marketplace, so other names of this machine are redirected to it.
    if (caller === 'machine' && address.startsWith('/')) return void response.writeHead(302, { location: own + address }).end()
    const at = address.indexOf('?')
    const path = at === -1 ? address : address.slice(0, at)
    const file = files.get(path)
    if (file) return void response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.text)
    const screen = resolve(path)
    if ('to' in screen) {
      const query = at === -1 ? '' : address.slice(at)
      return void response.writeHead(302, { location: screen.to + query }).end()
    }
    response.setHeader('content-security-policy', policy)
    response.setHeader('referrer-policy', 'strict-origin')
    response.writeHead(screen.kind === 'missing' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(
      documentOf({
        screen,
        path,
        theme: themeOf(request.headers.cookie),
        origins: { own, marketplace, accounts, applications },
      }),
    )
  }
}
