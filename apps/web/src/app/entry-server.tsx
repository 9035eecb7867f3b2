import type { BootData } from '@marketplace/contracts/page-data'
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { escapeJson } from '../lib/escape-json.ts'
import { loadPageComponent } from './page-components.tsx'
import { createRoutes, routerBasename } from './routes.tsx'
import { THEME_SCRIPT } from './theme-script.ts'

export { PAGE_MODULES } from './page-components.tsx'
export { THEME_SCRIPT } from './theme-script.ts'

/** Addresses of the build's files: the entry, its style sheets, and the chunks that this kind of page needs. */
export type Assets = { js: string; css: string[]; preload: string[] }

const attribute = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')

const headMarkup = ({ js, css, preload }: Assets): string =>
  [
    `<script>${THEME_SCRIPT}</script>`,
    `<link rel="preload" as="font" type="font/woff2" href="${attribute(interUrl)}" crossorigin="">`,
    ...css.map((href) => `<link rel="stylesheet" href="${attribute(href)}">`),
    ...preload.map((href) => `<link rel="modulepreload" href="${attribute(href)}">`),
    `<script type="module" src="${attribute(js)}"></script>`,
  ].join('')

/** The whole HTML document of a page whose data is in `boot`. Fetches nothing. */
export const render = async ({ boot, assets }: { boot: BootData; assets: Assets }): Promise<string> => {
  await loadPageComponent(boot.page.result.kind)
  const basename = routerBasename(boot.basename)
  const routes = createRoutes(boot, () => boot.page)
  const address = new URL(`http://localhost${boot.basename}/${boot.page.path.replace(/^\/+/, '')}`)
  const context = await createStaticHandler(routes, { basename }).query(new Request(address))
  if (context instanceof Response) throw new Error(`Rendering ${boot.page.path} answered with status ${context.status}`)
  const html = renderToString(
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />,
  )
  const headEnd = html.indexOf('</head>')
  const bodyEnd = html.lastIndexOf('</body>')
  const bootBlock = `<script type="application/json" id="boot">${escapeJson(boot)}</script>`
  return `${html.startsWith('<!') ? '' : '<!doctype html>'}${html.slice(0, headEnd)}${headMarkup(assets)}${html.slice(headEnd, bodyEnd)}${bootBlock}${html.slice(bodyEnd)}`
}
