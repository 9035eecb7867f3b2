import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from '@playwright/test'
import { expect } from './test.ts'

/** A host product of one page, which records every message of the marketplace in its frame. */
export const hostPage = (src: string, more = ''): string =>
  `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><style>body{margin:0}iframe{display:block;width:100%;height:95vh;border:0}</style>
<iframe title="Marketplace" src="${src}"></iframe>${more}
<script>heard=[];addEventListener('message',e=>{if(e.source===frames[0])heard.push({origin:e.origin,at:performance.timeOrigin+performance.now(),...e.data})})</script>`

/** Serves documents and scripts by their path, on a port of this machine; 0 is any free port. */
export const serveDocuments = async (port: number, bodyAt: (path: string) => string | undefined) => {
  const server = createServer(({ url = '' }, response) => {
    const body = bodyAt(url)
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** `at` is when the message has come, in milliseconds since 1970. */
type Heard = { origin: string; at: number; type: string; data: Record<string, unknown> }

/** Everything that the host has received, or only one type. */
export const heard = async (page: Page, type?: string): Promise<Heard[]> => {
  const all = await page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
  return type === undefined ? all : all.filter((message) => message.type === type)
}
export const lastHeard = async (page: Page, type: string): Promise<Heard['data'] | undefined> =>
  (await heard(page, type)).at(-1)?.data

/** Sends a message from the host to the frame. */
export const say = (page: Page, type: string, data?: unknown): Promise<void> =>
  page.evaluate(([type, data]) => window.frames[0]?.postMessage({ type, data }, '*'), [type, data] as const)

export const marketplace = (page: Page) => page.frameLocator('iframe[title=Marketplace]')
export const marketplaceFrame = async (page: Page): Promise<Frame> => {
  const frame = await (await page.locator('iframe[title=Marketplace]').elementHandle())?.contentFrame()
  if (!frame) throw new Error('The host has no frame')
  return frame
}

/** Opens the host, and waits until the marketplace in it reports that it is ready. */
export const openHost = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await expect.poll(async () => (await heard(page, 'navigate')).length).toBeGreaterThan(0)
}
