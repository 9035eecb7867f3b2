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
import { createQueryClient, refreshAll } from '../data/query-client.ts'
import { endpointQuery } from '../data/use-endpoint.ts'
import { ShellContext } from '../kit/shell.ts'
import { createRoutes } from './routes.tsx'
import { whenLoaded } from './when-loaded.ts'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Gives this entry of the history its own key, under which its scroll position is stored. Without a key, all documents of the tab would use
 * the router's default key, and a new document would start at the scroll position of the previous one.
 */
const nameHistoryEntry = (): void => {
  const state = window.history.state as { key?: string } | null
  if (!state?.key) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
}

const shell = readBoot<ShellData>()
const product = findVariant(shell.variant)?.product ?? 'livechat'
takeAddress()
settleAddress(shell)
nameHistoryEntry()
const queries = createQueryClient()
const later = whenLoaded(queries)

const showScreen = (): Router => {
  // createBrowserRouter calls the routes before it returns the router.
  const made: { router?: Router } = {}
  const router = createBrowserRouter(
    createRoutes(shell, () => made.router?.state.navigation),
    { basename: routerBasename(shell.basename) },
  )
  made.router = router
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
  return router
}

// Loading the code has taken time. A timeout lets the browser handle clicks and taps before the screen is rendered.
const routed = new Promise<Router>((resolve) => setTimeout(() => resolve(showScreen())))
const go = async (to: string, replace: boolean) => (await routed).navigate(to, { replace })
later(() =>
  whenIdle(() =>
    Promise.all([routed, import('../../features/analytics/start.ts')])
      .then(([router, { startAnalytics }]) => startAnalytics(shell, router))
      .catch(console.error),
  ),
)
const { hostOrigins, variant, basename } = shell
if (hostOrigins)
  import('../../lib/host/connect-host.ts')
    .then(({ connectHost }) =>
      connectHost({
        variant,
        basename,
        hostOrigins,
        go: (to, replace) => void go(to, replace),
        preload: (path) => void (isWorkspacePath(path) && mayPrefetch(navigator) && prefetchWorkspace(basename + path)),
        showTheme: followHostTheme,
        refresh: () => refreshAll(queries),
      }),
    )
    // The screen works without its host too.
    .catch(console.error)
const { signInBase, accountsUrl } = shell.site
if (signInBase === null)
  startSession(
    {
      accountsUrl,
      basename: shell.basename,
      product,
      go: (to, instead = false) => void go(to, instead),
      say: showToast,
      later,
      keepsPage: true,
      // The lists of cards and My apps use the same answer.
      listInstalled: () => queries.fetchQuery(endpointQuery('product', 'GET /applications/installed')),
    },
    // Every screen needs the session, so it starts at once.
    (begin) => begin(),
  )
