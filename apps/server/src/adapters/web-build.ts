import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ComposedBody } from '@marketplace/contracts/core/composed-body'
import type { BootData, ShellData } from '@marketplace/contracts/pages/site-data'
import type { PageKind } from '@marketplace/contracts/pages/page-data'
import { hashSource } from '../core/hash-source.ts'
import type { PageRenderer } from '../ports/page-renderer.ts'

/** The exports of the storefront's built server entry. */
export type ServerEntry = {
  render: (input: { boot: BootData; assets: PageAssets }) => Promise<ComposedBody>
  /** The inline script that every page has. */
  THEME_SCRIPT: string
  /** The module of each kind of page; absent if it is part of the entry. */
  PAGE_MODULES: Readonly<Partial<Record<PageKind, string>>>
}
/** The exports of the workspace's built server entry. */
export type ShellEntry = {
  renderShell: (input: { shell: ShellData; assets: PageAssets }) => Promise<string>
  /** The other inline script of a screen's document. */
  EARLY_READS_SCRIPT: string
  /** The modules, besides the entry, that a screen needs at its start. */
  modulesOf: (title: string) => string[]
}
export type PageAssets = { js: string; css: string[]; preload: string[] }

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The folder of the browser's files, which are served under /assets/. */
export const webAssetsFolder = join(dist, 'client/assets')

const readBuilt = async (file: string): Promise<string> => {
  try {
    return await readFile(join(dist, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`The web application is not built: ${file} is missing. node tools/build.mjs builds it.`, { cause: error })
  }
}

/** Opens the built web application: storefront and workspace. Rejects if it was not built. */
export const openWebBuild = async (): Promise<PageRenderer> => {
  const files = [
    'client/.vite/manifest.json',
    'client/.vite/workspace.json',
    'server/entry-server.js',
    'server/shell.js',
  ] as const
  const [storefront, workspace, ...scripts] = await Promise.all(files.map(readBuilt))
  const manifest = JSON.parse(storefront ?? '') as Manifest
  const importBuilt = (file: string): Promise<unknown> => import(pathToFileURL(join(dist, file)).href)
  const entry = (await importBuilt(files[2])) as ServerEntry
  const { renderShell, modulesOf, EARLY_READS_SCRIPT } = (await importBuilt(files[3])) as ShellEntry
  const screens = JSON.parse(workspace ?? '') as Manifest
  const buildHash = createHash('sha256')
    .update([storefront, workspace, ...scripts].join('\n'))
    .digest('hex')
    .slice(0, 20)
  // The build does not change while it is open.
  const assets = new Map<PageKind, PageAssets>()
  const assetsFor = (kind: PageKind): PageAssets => {
    const known = assets.get(kind)
    if (known) return known
    const made = assetsOf(manifest, [entry.PAGE_MODULES[kind] ?? []].flat())
    assets.set(kind, made)
    return made
  }
  return {
    buildHash,
    render: (boot) => entry.render({ boot, assets: assetsFor(boot.page.result.kind) }),
    renderShell: (shell) => renderShell({ shell, assets: assetsOf(screens, modulesOf(shell.screen.title)) }),
    scriptSources: [hashSource(entry.THEME_SCRIPT)],
    shellScriptSources: [entry.THEME_SCRIPT, EARLY_READS_SCRIPT].map(hashSource),
    styleSources: [],
  }
}

/** The entry's script, the styles of all pages, and the other scripts of this page, for preloading. */
const assetsOf = (manifest: Manifest, modules: readonly string[]): PageAssets => {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The build of the web application has no entry')
  const preload = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunk.isEntry || preload.has(chunk.file)) return
    preload.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of [...(entry.imports ?? []), ...modules]) visit(name)
  const css = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? [`/${file}`] : []))
  return { js: `/${entry.file}`, css, preload: [...preload].map((file) => `/${file}`) }
}
