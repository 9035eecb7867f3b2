import type { BootData } from '@marketplace/contracts/pages/site-data'
import type { DataRouter } from 'react-router'
import { followHostTheme } from '../../features/site/theme.ts'
import { connectHost } from '../../lib/host/connect-host.ts'
import { mayPrefetch } from '../../lib/may-prefetch.ts'
import { createPrefetchQueue } from '../../lib/prefetch-queue.ts'
import { prefetchWorkspace } from '../../lib/prefetch-workspace.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { prefetch } from './in-background.ts'
import type { PageLoader } from './page-loader.ts'

/** Connects a page of the storefront with the host product that frames it. */
export const joinHost = ({ variant, basename, hostOrigins = [] }: BootData, loader: PageLoader, router: DataRouter): void => {
  const ahead = createPrefetchQueue({
    load: (path) => {
      const address = window.location.origin + basename + path
      return isWorkspacePath(path) ? prefetchWorkspace(address) : prefetch(loader, address)
    },
    later: (work, ms) => setTimeout(work, ms),
    isVisible: () => document.visibilityState === 'visible',
  })
  connectHost({
    variant,
    basename,
    hostOrigins,
    go: (to, replace) => void router.navigate(to, { replace }),
    showTheme: followHostTheme,
    preload: (path) => mayPrefetch(navigator) && ahead.add(path),
  })
}
