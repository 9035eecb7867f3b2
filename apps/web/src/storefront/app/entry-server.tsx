import type { BootData } from '@marketplace/contracts/pages/site-data'
import { findVariant } from '@marketplace/contracts/core/variants'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { withoutLineBreaks } from '../../lib/line-break.ts'
import { ServerRenderContext } from '../../lib/server-render.ts'
import { writeBootBlock } from './boot-block.ts'
import type { ComposedBody } from '@marketplace/contracts/core/composed-body'
import { createByteWriter } from './byte-writer.ts'
import { routerBasename } from '../../shell/boot.ts'
import { FOOTER_ID, HEADER_ID } from '../../shell/Document.tsx'
import { type Assets, headMarkup } from '../../shell/head-markup.ts'
import { loadPageComponent } from './page-components.tsx'
import { createRoutes } from './routes.tsx'
import { shareHead } from './share-head.ts'
import { collectPieces, cutFrame, keptFrame, withoutHints } from './server-fragments.ts'

export { PAGE_MODULES } from './page-components.tsx'
export { THEME_SCRIPT } from '../../shell/theme-script.ts'

/**
 * A decoded path, encoded again: otherwise a part could be read as a query or a host. Parts of dots are encoded twice, because every
 * spelling of them would lead out of the variant.
 */
const encodedPath = (path: string): string =>
  withoutLineBreaks(
    path
      .split('/')
      .map((part) => encodeURIComponent(/^\.{1,2}$/.test(part) ? part.replaceAll('.', '%2E') : part))
      .join('/'),
  )

/**
 * Renders the HTML document of a page whose data is in `boot`. Most of the document consists of pieces that pages share. It requests
 * nothing.
 */
export const render = async ({ boot, assets }: { boot: BootData; assets: Assets }): Promise<ComposedBody> => {
  await loadPageComponent(boot.page.result.kind)
  const basename = routerBasename(boot.basename)
  const routes = createRoutes(boot, () => boot.page)
  const address = `http://localhost${boot.basename}${encodedPath(boot.page.path)}`
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
