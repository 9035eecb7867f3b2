import middie from '@fastify/middie'
import { wholeBody } from '@marketplace/domain/composed-body'
import type { FastifyInstance } from 'fastify'
import { fileURLToPath } from 'node:url'
import type { PageRenderer } from '../ports/page-renderer.ts'
import type { ServerEntry, ShellEntry } from './web-build.ts'

const root = fileURLToPath(new URL('../../../web/', import.meta.url))
const VITE_PATH = /^\/(?:@|src\/|node_modules\/|packages\/)/

/** Serves pages through Vite during development, without a build and with reload. Loaded by `npm run dev` only. */
export const openViteRenderer = async (server: FastifyInstance, onChange: () => void): Promise<PageRenderer> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    // Vite's temporary copy of its own configuration would restart the watching server.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: server.server } },
  })
  vite.watcher.on('all', onChange)
  server.addHook('onClose', () => vite.close())
  await server.register(middie, { hook: 'onRequest' })
  server.use((request, response, next) => {
    if (!VITE_PATH.test(request.url ?? '')) return next()
    response.removeHeader('content-security-policy')
    vite.middlewares(request, response, next)
  })
  const scriptSources = ["'unsafe-inline'", "'unsafe-eval'"]
  return {
    buildHash: 'development',
    render: async (boot) => {
      const entry = (await vite.ssrLoadModule('/src/storefront/app/entry-server.tsx')) as ServerEntry
      const html = await entry.render({
        boot,
        assets: { js: '/src/storefront/app/entry-client.tsx', css: ['/src/storefront/app/styles.css'], preload: [] },
      })
      return vite.transformIndexHtml('/', new TextDecoder().decode(wholeBody(html)))
    },
    renderShell: async (shell) => {
      const { renderShell } = (await vite.ssrLoadModule('/src/workspace/app/entry-server.tsx')) as ShellEntry
      const assets = { js: '/src/workspace/app/entry-client.tsx', css: ['/src/workspace/app/styles.css'], preload: [] }
      return vite.transformIndexHtml('/', await renderShell({ shell, assets }))
    },
    scriptSources,
    shellScriptSources: scriptSources,
    styleSources: ["'unsafe-inline'"],
  }
}
