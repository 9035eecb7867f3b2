import { pageAt, type PageName } from '@marketplace/contracts/pages/addresses'
import type { SiteData } from '@marketplace/contracts/pages/site-data'

/**
 * The kind of page that a path within the variant is expected to have, before its data arrives. Every list of applications counts as
 * `apps`. Null if no page fits.
 */
export const expectedPage = (path: string, site: SiteData): PageName | null => {
  const lists = [site.categories, site.collections, site.landings].flat()
  return lists.some(({ href }) => href === path || href === `${path}/`) ? 'apps' : (pageAt(path)?.page ?? null)
}

/** Whether the path is a list to which the remembered compatibility applies. */
export const isApplicationList = (path: string, site: SiteData): boolean =>
  /^(?:app|service)s$/.test(expectedPage(path, site) ?? '')

/** The messages for pages whose data cannot be loaded: docs/product/pages.md, Loading and failing. */
export const LOAD_FAILURES: { readonly [Page in PageName]?: string } = {
  apps: "Apps list couldn't be loaded",
  search: "Apps list couldn't be loaded",
  services: "Apps list couldn't be loaded",
  underApps: "App details couldn't be loaded",
  service: "App details couldn't be loaded",
  partners: "Experts list couldn't be loaded",
  recommendedPartners: "Experts list couldn't be loaded",
  developer: "Developer profile couldn't be loaded",
}
