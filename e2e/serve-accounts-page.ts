import { createServer } from 'node:http'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const HTML =
  '<!doctype html><html lang="en"><title>Somebody else</title><link rel="icon" href="data:,"><body><button>Sign in</button><script src="/page.js"></script>'

/**
 * Bundles the published SDK as an integrator would, and serves a page with it at every address of a port: the demo's client may be sent
 * back to that port only. Answers with what ends it.
 */
export const serveAccountsPage = async (port: number): Promise<() => void> => {
  const { output } = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: join(import.meta.dirname, 'accounts-page.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  const [script] = output
  const server = createServer((request, response) =>
    request.url === '/page.js'
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script.code)
      : response.writeHead(200, { 'content-type': 'text/html' }).end(HTML),
  )
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
