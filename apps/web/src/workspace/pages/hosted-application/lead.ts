import { ownSearch } from '@marketplace/app-frame/own-path'
import { pageAt } from '@marketplace/contracts/pages/addresses'
import { paths } from '@marketplace/contracts/pages/paths'
import { hostAddress, webAddress } from '@marketplace/domain/application-addresses'
import { screenAt } from '@marketplace/domain/workspace-screens'

/** The destination that an application asks for: a state of its own page, a page of the marketplace, or a page of the host product. */
export type Lead = { to: 'itself'; search: string } | { to: 'marketplace'; path: string } | { to: 'host'; address: string }

const MAPPED = /^\/apps\/marketplace(?=[/?#]|$)/

type From = { slug: string; id: string; widgets: readonly { id: string }[]; hostUrl: string }

/**
 * Finds the destination for a path of the host product; /app/{slug} and /apps/{slug} are the application itself. Null if the path is none
 * of the application's, the marketplace's or the host's.
 */
export const leadOf = (asked: string, { slug, id, widgets, hostUrl }: From): Lead | null => {
  const url = URL.parse(asked, 'https://host.invalid')
  if (url?.origin !== 'https://host.invalid') return null
  const path = url.pathname.replace(/\/+$/, '')
  const isOpen = [slug, id].some((name) => `${path}/` === paths.openApplication(name))
  const search = isOpen ? url.search : ownSearch(asked, [slug, id, ...widgets.map((widget) => widget.id)])
  if (search !== null) return { to: 'itself', search }
  // The host's /apps/marketplace is the marketplace's /apps.
  const within = MAPPED.test(path) ? path.replace(MAPPED, '') || '/apps' : null
  if (within !== null) {
    const isPage = pageAt(`${within}/`) !== null || screenAt(within) !== null
    return isPage ? { to: 'marketplace', path: `${within}/${url.search}${url.hash}` } : null
  }
  const address = hostAddress(asked, hostUrl)
  return address === null ? null : { to: 'host', address }
}

/** The origins to which an application may navigate the window: that of its trustedUrl, and the host product's. */
export const trustedOrigins = (trustedUrl: unknown, hostUrl: string): string[] =>
  [webAddress(trustedUrl)?.origin, webAddress(hostUrl)?.origin].filter((origin) => origin !== undefined)
