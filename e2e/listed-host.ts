import type { Page } from '@playwright/test'
import { hostPort } from './ports.ts'
import { hostPage, marketplace, serveDocuments } from './serve-host.ts'
import { test as base } from './test.ts'

type Host = { port: number; address: string }

/** A host at a port that the server's setting lists, with further pages of the test on the same port. */
export const test = base.extend<{ host: (variant: string, path?: string) => Promise<Host>; site: string }>({
  site: async ({ baseURL }, use) => use(baseURL ?? ''),
  host: async ({ site }, use) => {
    const open: { close: () => Promise<void> }[] = []
    await use(async (variant, path = '/apps/') => {
      const src = `${site}/embed/${variant}${path}`
      const speaker = `<!doctype html><html lang="en"><title>Speaker</title><script>say=(m)=>parent.frames[0].postMessage(m,'*')</script>`
      const stranger = await serveDocuments(0, () => speaker)
      const more = `<iframe title="Sibling" src="/speaker"></iframe><iframe title="Stranger" src="http://127.0.0.1:${stranger.port}/"></iframe>`
      const host = await serveDocuments(hostPort(site), (at) =>
        at === '/' ? hostPage(src, more) : at === '/speaker' ? speaker : undefined,
      )
      open.push(host, stranger)
      return { port: host.port, address: `http://localhost:${host.port}/` }
    })
    for (const each of open) await each.close()
  },
})

/** The heading of the page that the host's frame shows. */
export const heading = (page: Page) => marketplace(page).getByRole('heading', { level: 1 })
