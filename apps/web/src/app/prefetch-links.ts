import { splitVariantPath } from '@marketplace/contracts/variants'
import type { DataRouter } from 'react-router'
import { onPageShown } from '../lib/page-shown.ts'
import { createPrefetchQueue } from '../lib/prefetch-queue.ts'
import { prefetch, refresh } from './in-background.ts'
import type { PageLoader } from './page-loader.ts'

/** The address that a link leads to, or null where that is no page of this mount. */
const pageOf = (link: HTMLAnchorElement, prefix: string): string | null => {
  const { origin, pathname, search } = link
  const isPage = origin === window.location.origin && pathname.endsWith('/') && !link.target
  // A variant that a host name chose has no prefix here, and its links have none either.
  if (!isPage || !pathname.startsWith(`${prefix}/`) || splitVariantPath(pathname).variant.prefix !== prefix) return null
  return pathname === window.location.pathname && search === window.location.search ? null : origin + pathname + search
}

/** Fetches ahead what the links in view lead to. Observes the links anew whenever a page has come up. */
export const prefetchLinks = (loader: PageLoader, router: DataRouter): void => {
  const queue = createPrefetchQueue({
    load: (address) => prefetch(loader, address),
    later: (work, ms) => setTimeout(work, ms),
    isVisible: () => document.visibilityState === 'visible',
  })
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const address = pageOf(target as HTMLAnchorElement, loader.basename)
      if (address) queue[isIntersecting ? 'add' : 'remove'](address)
    }
  })
  const observe = () => {
    observer.disconnect()
    for (const link of document.querySelectorAll('a[href]')) observer.observe(link)
  }
  observe()
  onPageShown(() => {
    observe()
    // It may have been fetched long before the click.
    void refresh(loader, router)
  })
}
