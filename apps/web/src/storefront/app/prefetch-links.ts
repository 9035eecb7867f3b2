import { splitVariantPath } from '@marketplace/contracts/core/variants'
import type { DataRouter } from 'react-router'
import { onPageShown } from '../../lib/page-shown.ts'
import { createPrefetchQueue } from '../../lib/prefetch-queue.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { prefetch, refresh } from './in-background.ts'
import type { PageLoader } from './page-loader.ts'

/** The address of a link's page; null if it is no storefront page of this mount, or the current page. */
const pageOf = (link: HTMLAnchorElement, prefix: string): string | null => {
  const { origin, pathname, search } = link
  const isPage = origin === window.location.origin && pathname.endsWith('/') && !link.target
  // In a variant that the host name selects, links have no prefix.
  if (!isPage || !pathname.startsWith(`${prefix}/`) || splitVariantPath(pathname).variant.prefix !== prefix) return null
  if (isWorkspacePath(pathname.slice(prefix.length))) return null
  return pathname === window.location.pathname && search === window.location.search ? null : origin + pathname + search
}

/** Prefetches the pages of links in view. The links are observed anew after each page. */
export const prefetchLinks = (loader: PageLoader, router: DataRouter): void => {
  const queue = createPrefetchQueue({
    load: (address) => prefetch(loader, address),
    later: (work, ms) => setTimeout(work, ms),
    isVisible: () => document.visibilityState === 'visible',
  })
  /** The visible links with their addresses. The observer reports each link, and several may have the same address. */
  const inView = new Map<Element, string>()
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const address = isIntersecting ? pageOf(target as HTMLAnchorElement, loader.basename) : inView.get(target)
      if (!address) continue
      if (isIntersecting) {
        inView.set(target, address)
        queue.add(address)
      } else {
        inView.delete(target)
        if (![...inView.values()].includes(address)) queue.remove(address)
      }
    }
  })
  const observe = () => {
    observer.disconnect()
    for (const address of inView.values()) queue.remove(address)
    inView.clear()
    for (const link of document.querySelectorAll('a[href]')) observer.observe(link)
  }
  observe()
  onPageShown(() => {
    observe()
    // The data may have been prefetched long before the click.
    void refresh(loader, router)
  })
}
