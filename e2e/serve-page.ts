import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

export type ServedPage = { port: number; close: () => void }

/**
 * Bundles a page as an integrator would, and serves it at every address of its own origin. `body` comes before its script; port 0 is any
 * free port.
 */
export const servePage = async (entry: string, { body = '', port = 0 } = {}): Promise<ServedPage> => {
  const { output } = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: join(import.meta.dirname, entry), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  const [script] = output
  const html = `<!doctype html><html lang="en"><title>Somebody else</title><link rel="icon" href="data:,"><body>${body}<script src="/page.js"></script>`
  const server = createServer((request, response) =>
    request.url === '/page.js'
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script.code)
      : response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  )
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
