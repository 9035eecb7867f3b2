import type { BootData } from '@marketplace/contracts/page-data'
import { findVariant } from '@marketplace/contracts/variants'
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { withoutLineBreaks } from '../../lib/line-break.ts'
import { ServerRenderContext } from '../../lib/server-render.ts'
import { writeBootBlock } from './boot-block.ts'
import type { ComposedBody } from '@marketplace/contracts/composed-body'
import { createByteWriter } from './byte-writer.ts'
import { FOOTER_ID, HEADER_ID } from './Document.tsx'
import { loadPageComponent } from './page-components.tsx'
import { createRoutes, routerBasename } from './routes.tsx'
import { attribute, shareHead } from './share-head.ts'
import { collectPieces, cutFrame, keptFrame, withoutHints } from './server-fragments.ts'
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
    // The page is whole without scripts: styles, font and pictures come first.
    ...preload.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${attribute(href)}">`),
    `<script type="module" fetchpriority="low" src="${attribute(js)}"></script>`,
  ].join('')

/** The HTML document of a page whose data is in `boot`: most of it are pieces that other pages have too. Fetches nothing. */
export const render = async ({ boot, assets }: { boot: BootData; assets: Assets }): Promise<ComposedBody> => {
  await loadPageComponent(boot.page.result.kind)
  const basename = routerBasename(boot.basename)
  const routes = createRoutes(boot, () => boot.page)
  // The path is decoded. Written plainly, a part of it could be read as a query, a host, or not at all.
  const path = withoutLineBreaks(boot.page.path.split('/').map(encodeURIComponent).join('/'))
  const address = `http://localhost${boot.basename}${path}`
  const context = await createStaticHandler(routes, { basename }).query(new Request(address))
  if (context instanceof Response) throw new Error(`Rendering ${boot.page.path} answered with status ${context.status}`)
  const mount = `${boot.variant} ${boot.basename}`
  const known = keptFrame(boot.site, mount)
  const pieces = collectPieces(mount)
  const server = {
    basename: boot.basename,
    beta: findVariant(boot.variant)?.beta ?? false,
    framed: known !== undefined,
    place: pieces.place,
  }
  const rendered = renderToString(
    <ServerRenderContext value={server}>
      <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
    </ServerRenderContext>,
  )
  const { frame, page } = known ? { frame: known, page: rendered } : cutFrame(boot.site, mount, rendered, [HEADER_ID, FOOTER_ID])
  const headEnd = page.indexOf('</head>')
  const bodyEnd = page.lastIndexOf('</body>')
  const doctype = page.startsWith('<!') ? '' : '<!doctype html>'
  const writer = createByteWriter()
  writer.text(doctype + withoutHints(page.slice(0, headEnd)) + shareHead(boot.page.result.meta) + headMarkup(assets))
  pieces.write(writer, page.slice(headEnd, bodyEnd), frame, (card) =>
    renderToString(<ServerRenderContext value={server}>{card}</ServerRenderContext>),
  )
  writeBootBlock(writer, boot)
  writer.text(page.slice(bodyEnd))
  return writer.document()
}
