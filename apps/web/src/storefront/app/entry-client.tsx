import './styles.css'
import type { BootData } from '@marketplace/contracts/pages/site-data'
import { findVariant } from '@marketplace/contracts/core/variants'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { LatestLocationContext } from '../../lib/latest-location.ts'
import { hasLineBreak } from '../../lib/line-break.ts'
import { mayPrefetch } from '../../lib/may-prefetch.ts'
import { watchBuild } from '../../lib/new-build.ts'
import { forgetFullLoad, loadInFullOnce } from '../../lib/recovery.ts'
import { startSession, takeAddress } from '../../lib/session/start.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { readBoot, routerBasename, settleAddress } from '../../shell/boot.ts'
import { showToast } from '../../lib/toasts.ts'
import { loadPageComponent } from './page-components.tsx'
import { createPageLoader } from './page-loader.ts'
import { createRoutes, PAGE_ROUTE_ID } from './routes.tsx'

/** Removes the class for scripts: without them the document's links and forms still work. */
const leaveAsItIs = (): void => document.documentElement.classList.remove('js')

const start = async (): Promise<void> => {
  if (hasLineBreak(window.location.pathname)) return leaveAsItIs()
  const boot = readBoot<BootData>()
  takeAddress()
  settleAddress(boot)
  // The code of the page is loaded first, because hydration must render what the server has rendered.
  await loadPageComponent(boot.page.result.kind)
  const loader = createPageLoader(boot, watchBuild(boot.basename, boot.buildHash), () => router.state.navigation)
  const router = createBrowserRouter(createRoutes(boot, loader.load), {
    basename: routerBasename(boot.basename),
    hydrationData: { loaderData: { [PAGE_ROUTE_ID]: boot.page } },
  })
  // A transition hydrates in slices, so that scrolling and typing stay responsive.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <LatestLocationContext value={() => router.state.navigation.location ?? router.state.location}>
          <RouterProvider router={router} />
        </LatestLocationContext>
      </StrictMode>,
    )
  })
  forgetFullLoad()
  const { signInBase, accountsUrl } = boot.site
  if (signInBase === null)
    startSession(
      {
        accountsUrl,
        basename: boot.basename,
        product: findVariant(boot.variant)?.product ?? 'livechat',
        go: (to, instead = false) => void router.navigate(to, { replace: instead }),
        say: showToast,
      },
      whenIdle,
    )
  if (boot.hostOrigins)
    whenIdle(() => import('./join-host.ts').then(({ joinHost }) => joinHost(boot, loader, router)).catch(ignore))
  // When a person returns to the tab, the page is refreshed.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible')
      import('./in-background.ts').then(({ refresh }) => refresh(loader, router)).catch(ignore)
  })
  whenIdle(() =>
    import('../../features/analytics/start.ts').then(({ startAnalytics }) => startAnalytics(boot, router)).catch(ignore),
  )
  const { userAgent, connection } = navigator as Navigator & { connection?: { effectiveType?: string; saveData?: boolean } }
  if (!mayPrefetch({ userAgent, connection })) return
  whenIdle(() => import('./prefetch-links.ts').then(({ prefetchLinks }) => prefetchLinks(loader, router)).catch(ignore))
}

/** For background work, whose failures do not matter. */
const ignore = (): void => {}

start().catch((error: unknown) => {
  // Try a full load once, then leave the document without scripts.
  if (loadInFullOnce(window.location.href)) return
  leaveAsItIs()
  console.error(error)
})
