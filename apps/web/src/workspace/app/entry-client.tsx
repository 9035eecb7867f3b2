import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { findVariant } from '@marketplace/contracts/core/variants'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { followHostTheme } from '../../features/site/theme.ts'
import { mayPrefetch } from '../../lib/may-prefetch.ts'
import { prefetchWorkspace } from '../../lib/prefetch-workspace.ts'
import { startSession, takeAddress } from '../../lib/session/start.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { readBoot, routerBasename, settleAddress } from '../../shell/boot.ts'
import { showToast } from '../../lib/toasts.ts'
import { createQueryClient } from '../data/query-client.ts'
import { endpointQuery } from '../data/use-endpoint.ts'
import { ShellContext } from '../kit/shell.ts'
import { createRoutes } from './routes.tsx'

/**
 * Gives this entry of the history a key of its own, by which its scroll position is kept. Without one all documents of the tab share the
 * router's default key, and a page that is loaded in full would begin where the one before was scrolled to.
 */
const nameHistoryEntry = (): void => {
  const state = window.history.state as { key?: string } | null
  if (!state?.key) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
}

const shell = readBoot<ShellData>()
takeAddress()
settleAddress(shell)
nameHistoryEntry()
const queries = createQueryClient()
const router = createBrowserRouter(createRoutes(shell), { basename: routerBasename(shell.basename) })
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ShellContext value={shell}>
          <RouterProvider router={router} />
        </ShellContext>
      </QueryClientProvider>
    </StrictMode>,
  )
})
whenIdle(() =>
  import('../../features/analytics/start.ts').then(({ startAnalytics }) => startAnalytics(shell, router)).catch(console.error),
)
const { hostOrigins, variant, basename } = shell
if (hostOrigins)
  import('../../lib/host/connect-host.ts')
    .then(({ connectHost }) =>
      connectHost({
        variant,
        basename,
        hostOrigins,
        go: (to, replace) => void router.navigate(to, { replace }),
        preload: (path) => void (isWorkspacePath(path) && mayPrefetch(navigator) && prefetchWorkspace(basename + path)),
        showTheme: followHostTheme,
        refresh: () => void queries.invalidateQueries(),
      }),
    )
    // The screen is the same without its host.
    .catch(console.error)
const { signInBase, accountsUrl } = shell.site
if (signInBase === null)
  startSession(
    {
      accountsUrl,
      basename: shell.basename,
      product: findVariant(shell.variant)?.product ?? 'livechat',
      go: (to, instead = false) => void router.navigate(to, { replace: instead }),
      say: showToast,
      keepsPage: true,
      // The cards of a list and My apps show the same answer.
      listInstalled: () => queries.fetchQuery(endpointQuery('product', 'GET /applications/installed')),
    },
    // Every screen waits for it.
    (begin) => begin(),
  )
