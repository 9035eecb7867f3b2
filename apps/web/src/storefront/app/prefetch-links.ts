import { splitVariantPath } from '@marketplace/contracts/core/variants'
import type { DataRouter } from 'react-router'
import { onPageShown } from '../../lib/page-shown.ts'
import { createPrefetchQueue } from '../../lib/prefetch-queue.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { prefetch, refresh } from './in-background.ts'
import type { PageLoader } from './page-loader.ts'

/** The address that a link leads to, or null where that is no page of this mount, or none of the storefront's. */
const pageOf = (link: HTMLAnchorElement, prefix: string): string | null => {
  const { origin, pathname, search } = link
  const isPage = origin === window.location.origin && pathname.endsWith('/') && !link.target
  // A variant that a host name chose has no prefix here, and its links have none either.
  if (!isPage || !pathname.startsWith(`${prefix}/`) || splitVariantPath(pathname).variant.prefix !== prefix) return null
  if (isWorkspacePath(pathname.slice(prefix.length))) return null
  return pathname === window.location.pathname && search === window.location.search ? null : origin + pathname + search
}

/** Fetches ahead what the links in view lead to. Observes the links anew whenever a page has come up. */
export const prefetchLinks = (loader: PageLoader, router: DataRouter): void => {
  const queue = createPrefetchQueue({
    load: (address) => prefetch(loader, address),
    later: (work, ms) => setTimeout(work, ms),
    isVisible: () => document.visibilityState === 'visible',
  })
  /** The links in view, and where each leads. Several may lead to the same address, and the observer tells of each one by itself. */
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
    // It may have been fetched long before the click.
    void refresh(loader, router)
  })
}
