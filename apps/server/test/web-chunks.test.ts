import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchAnswer } from '../../../bench/measure/fetch-answer.ts'
import { webAssetsFolder } from '../src/adapters/web-build.ts'
import type { App } from '../src/context.ts'
import { openTestApp, openTestStore, type TestStore } from './harness.ts'

// The most bytes, as sent, that each half of the web loads (docs/decisions/0040).
const MOST_ON_A_SCREEN = 170_000
const MOST_CSS = 15_000

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

const client = join(webAssetsFolder, '..')
const readManifest = async (name: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(client, '.vite', name), 'utf8')) as Manifest
const scriptsOf = (manifest: Manifest): string[] =>
  Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : []))
/** The source files that these scripts were built from. The bundler's own helpers come from none. */
const sourcesOf = async (scripts: readonly string[]): Promise<string[]> =>
  (
    await Promise.all(
      scripts
        .filter((file) => !file.includes('rolldown-runtime'))
        .map(async (file) => (JSON.parse(await readFile(join(client, `${file}.map`), 'utf8')) as { sources: string[] }).sources),
    )
  ).flat()
/** The chunks with all chunks that they import statically. */
const withImports = (manifest: Manifest, names: readonly string[], seen = new Set<string>()): Set<string> => {
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk ${name}`)
    if (seen.has(chunk.file)) continue
    seen.add(chunk.file)
    withImports(manifest, chunk.imports ?? [], seen)
  }
  return seen
}

const LIBRARIES = /node_modules[\\/](?:@tanstack|react-hook-form|@hookform|zod)[\\/]/
const FORMS = /node_modules[\\/](?:react-hook-form|@hookform|zod)[\\/]/

let storefront: Manifest
let workspace: Manifest
let store: TestStore
let app: App
let port: number
beforeAll(async () => {
  storefront = await readManifest('manifest.json')
  workspace = await readManifest('workspace.json')
  store = await openTestStore()
  app = await openTestApp(store)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app?.close()
  await store?.close()
})

const SCREENS = {
  'My apps': { path: '/my-apps/', page: 'src/workspace/pages/my-apps/MyAppsPage.tsx' },
  'the cart': { path: '/cart/', page: 'src/workspace/pages/cart/CartPage.tsx' },
  'the checkout of a cart': { path: '/checkout/cart/x/', page: 'src/workspace/pages/checkout/CartCheckoutPage.tsx' },
  'the checkout of an application': { path: '/checkout/x/', page: 'src/workspace/pages/checkout/ApplicationCheckoutPage.tsx' },
  Billing: { path: '/billing/', page: 'src/workspace/pages/billing/BillingPage.tsx' },
}
const NAMES = Object.keys(SCREENS) as (keyof typeof SCREENS)[]

/** The files that a signed-in person loads for their first screen. */
const firstVisit = (name: keyof typeof SCREENS): Set<string> =>
  withImports(workspace, [
    ...Object.keys(workspace).filter((chunk) => workspace[chunk]?.isEntry),
    SCREENS[name].page,
    'src/lib/session/open-session.ts',
  ])
/** The parts of the header that a signed-in person sees. */
const HEADER = ['features/session/AccountMenu.tsx', 'features/session/SessionOverlay.tsx', 'features/cart/CartButton.tsx']

describe('the storefront', () => {
  test('loads no library of the workspace, and nothing else of it, in none of its chunks', async () => {
    const sources = await sourcesOf(scriptsOf(storefront))
    expect(sources.length).toBeGreaterThan(200)
    expect(sources.filter((source) => LIBRARIES.test(source) || source.includes('src/workspace/'))).toEqual([])
  })
})

describe('the workspace', () => {
  test('has these libraries, and nothing of the storefront', async () => {
    const sources = await sourcesOf(scriptsOf(workspace))
    for (const library of ['@tanstack', 'react-hook-form', '@hookform', 'zod'])
      expect(sources.some((source) => source.includes(`node_modules/${library}/`))).toBe(true)
    expect(sources.filter((source) => source.includes('src/storefront/'))).toEqual([])
  })

  test.each(NAMES)('brings forms and their rules with the first form, and not before: %s', async (name) => {
    expect((await sourcesOf([...firstVisit(name)])).filter((source) => FORMS.test(source))).toEqual([])
  })

  test.each(NAMES)('says in its document which files %s begins with, so that none waits for another', async (name) => {
    const shell = (await fetchAnswer(port, SCREENS[name].path)).text
    const named = new Set(
      [...shell.matchAll(/<(?:link rel="modulepreload"|script type="module")[^>]* (?:href|src)="\/([^"]+)"/g)].map(
        ([, file]) => file,
      ),
    )
    const needed = withImports(workspace, [SCREENS[name].page, 'src/lib/session/open-session.ts'])
    expect([...needed].filter((file) => !named.has(file))).toEqual([])
  })

  test.each(NAMES)('brings the header of a signed-in person with what %s begins with', async (name) => {
    const sources = await sourcesOf([...firstVisit(name)])
    expect(HEADER.filter((part) => !sources.some((source) => source.endsWith(part)))).toEqual([])
  })

  test.each(NAMES)('loads no more for a first visit of %s than was decided', async (name) => {
    const bytes = async (path: string): Promise<number> => (await fetchAnswer(port, path)).body.length
    const scripts = await Promise.all([...firstVisit(name)].map((file) => bytes(`/${file}`)))
    const all = scripts.reduce((sum, size) => sum + size, 0)
    expect(all).toBeGreaterThan(90_000)
    expect(all).toBeLessThanOrEqual(MOST_ON_A_SCREEN)
    const shell = (await fetchAnswer(port, SCREENS[name].path)).text
    const style = /<link rel="stylesheet" href="([^"]+)"/.exec(shell)?.[1] ?? ''
    expect(await bytes(style)).toBeLessThanOrEqual(MOST_CSS)
  })
})
