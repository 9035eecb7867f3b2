import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import { escapeJson } from '../../lib/escape-json.ts'
import { EARLY_READS_SCRIPT } from '../../lib/session/early-reads.ts'
import { routerBasename } from '../../shell/boot.ts'
import { type Assets, headMarkup } from '../../shell/head-markup.ts'
import { ShellContext } from '../kit/shell.ts'
import { earlyReads } from './first-reads.ts'
import { rootRoute } from './routes.tsx'
import { Waiting } from './Waiting.tsx'

export { EARLY_READS_SCRIPT } from '../../lib/session/early-reads.ts'
export { modulesOf } from './screen-modules.ts'

/** Renders the HTML document of a screen, which is the same for everybody: header, heading and the screen's placeholder. */
export const renderShell = async ({ shell, assets }: { shell: ShellData; assets: Assets }): Promise<string> => {
  const routes = rootRoute(shell, [{ path: '*', element: <Waiting /> }])
  const handler = createStaticHandler(routes, { basename: routerBasename(shell.basename) })
  const context = await handler.query(new Request(`http://localhost${shell.basename}/`))
  if (context instanceof Response) throw new Error(`Rendering a shell answered with status ${context.status}`)
  const page = renderToString(
    <StrictMode>
      <ShellContext value={shell}>
        <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
      </ShellContext>
    </StrictMode>,
  )
  const boot = `<script type="application/json" id="boot">${escapeJson(shell)}</script>`
  // The screen asks the accounts server before anything else, so the document connects to it early.
  const { accountsUrl, signInBase } = shell.site
  const connect = signInBase === null ? `<link rel="preconnect" href="${escapeHtml(accountsUrl)}" crossorigin="">` : ''
  const reads = earlyReads(shell).join(' ')
  const early =
    reads && `<script data-base="${escapeHtml(shell.basename)}" data-reads="${escapeHtml(reads)}">${EARLY_READS_SCRIPT}</script>`
  const doctype = page.startsWith('<!') ? '' : '<!doctype html>'
  return (
    doctype +
    page.replace('</head>', () => `${connect}${early}${headMarkup(assets)}</head>`).replace('</body>', () => `${boot}</body>`)
  )
}
