import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

export type SearchPage = { url: (parameters: { api: string; filters?: string }) => string; close: () => void }

const HTML =
  '<!doctype html><html lang="en"><title>Somebody else</title><link rel="icon" href="data:,"><body><script type="module" src="/page.js"></script>'

/** Bundles the page and serves it on an origin of its own. */
export const serveSearchPage = async (): Promise<SearchPage> => {
  const { output } = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: join(import.meta.dirname, 'search-page.ts') },
    },
  })) as Rolldown.RolldownOutput
  const [script] = output
  const server = createServer((request, response) =>
    request.url === '/page.js'
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script.code)
      : response.writeHead(200, { 'content-type': 'text/html' }).end(HTML),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (parameters) => `http://127.0.0.1:${port}/?${new URLSearchParams(parameters)}`,
    close: () => void server.close(),
  }
}
