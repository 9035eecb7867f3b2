import type { BootData } from '@marketplace/contracts/page-data'
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { escapeJson } from '../lib/escape-json.ts'
import { ServerRenderContext } from '../lib/server-render.ts'
import { FOOTER_ID, HEADER_ID } from './Document.tsx'
import { loadPageComponent } from './page-components.tsx'
import { createRoutes, routerBasename } from './routes.tsx'
import { attribute, shareHead } from './share-head.ts'
import { collectCards, contentOf, keepFrame, keptFrame } from './server-fragments.ts'
import { THEME_SCRIPT } from './theme-script.ts'

export { PAGE_MODULES } from './page-components.tsx'
export { THEME_SCRIPT } from './theme-script.ts'

/** Addresses of the build's files: the entry, its style sheets, and the chunks that this kind of page needs. */
export type Assets = { js: string; css: string[]; preload: string[] }

const headMarkup = ({ js, css, preload }: Assets): string =>
  [
    `<script>${THEME_SCRIPT}</script>`,
    `<link rel="preload" as="font" type="font/woff2" href="${attribute(interUrl)}" crossorigin="">`,
    ...css.map((href) => `<link rel="stylesheet" href="${attribute(href)}">`),
    ...preload.map((href) => `<link rel="modulepreload" href="${attribute(href)}">`),
    `<script type="module" src="${attribute(js)}"></script>`,
  ].join('')

/** What the browser starts from: the structured data stands in the head already, and only there it is read. */
const withoutShareHead = (boot: BootData): BootData => {
  const { result } = boot.page
  return { ...boot, page: { ...boot.page, result: { ...result, meta: { ...result.meta, structuredData: [] } } } }
}

/** The page between its header and footer: put in where they are known, cut out and kept for the next page where they are not. */
const inFrame = (page: string, { site }: BootData, mount: string): string => {
  const [headerStart, headerEnd] = contentOf(page, HEADER_ID)
  const [footerStart, footerEnd] = contentOf(page, FOOTER_ID)
  const frame = keptFrame(site, mount)
  if (frame)
    return page.slice(0, headerStart) + frame.header + page.slice(headerEnd, footerStart) + frame.footer + page.slice(footerEnd)
  keepFrame(site, mount, { header: page.slice(headerStart, headerEnd), footer: page.slice(footerStart, footerEnd) })
  return page
}

/** The whole HTML document of a page whose data is in `boot`. Fetches nothing. */
export const render = async ({ boot, assets }: { boot: BootData; assets: Assets }): Promise<string> => {
  await loadPageComponent(boot.page.result.kind)
  const basename = routerBasename(boot.basename)
  const routes = createRoutes(boot, () => boot.page)
  const address = new URL(`http://localhost${boot.basename}/${boot.page.path.replace(/^\/+/, '')}`)
  const context = await createStaticHandler(routes, { basename }).query(new Request(address))
  if (context instanceof Response) throw new Error(`Rendering ${boot.page.path} answered with status ${context.status}`)
  const mount = `${boot.variant} ${boot.basename}`
  const frame = keptFrame(boot.site, mount)
  const { place, fill } = collectCards(mount)
  const server = { basename: boot.basename, framed: frame !== undefined, place }
  const page = renderToString(
    <ServerRenderContext value={server}>
      <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
    </ServerRenderContext>,
  )
  const html = fill(inFrame(page, boot, mount), (card) =>
    renderToString(<ServerRenderContext value={server}>{card}</ServerRenderContext>),
  )
  const headEnd = html.indexOf('</head>')
  const bodyEnd = html.lastIndexOf('</body>')
  const bootBlock = `<script type="application/json" id="boot">${escapeJson(withoutShareHead(boot))}</script>`
  return `${html.startsWith('<!') ? '' : '<!doctype html>'}${html.slice(0, headEnd)}${shareHead(boot.page.result.meta)}${headMarkup(assets)}${html.slice(headEnd, bodyEnd)}${bootBlock}${html.slice(bodyEnd)}`
}
