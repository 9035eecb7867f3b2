import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { paths } from './paths.ts'

/** What a path is expected to be, before its data says so. */
export type ExpectedPage =
  | 'home'
  | 'search'
  | 'applications'
  | 'services'
  | 'experts'
  | 'expert'
  | 'developers'
  | 'developer'
  | 'application'

const plain = (path: string): string => path.replace(/\/+$/, '')

/** A guess from a path within the variant; null for what fits nothing. */
export const expectedPage = (path: string, site: SiteData): ExpectedPage | null => {
  const asked = plain(path)
  const isOneOf = (...addresses: string[]) => addresses.some((address) => plain(address) === asked)
  const isBelow = (address: string) => asked.startsWith(address)
  if (asked === '') return 'home'
  if (isOneOf(paths.search())) return 'search'
  if (
    isOneOf(paths.apps(), ...[site.categories, site.collections, site.landings].flatMap((links) => links.map(({ href }) => href)))
  )
    return 'applications'
  if (isOneOf(paths.services())) return 'services'
  if (isOneOf(paths.partners(), paths.recommendedPartners())) return 'experts'
  if (isOneOf(paths.developers())) return 'developers'
  if (isOneOf(paths.comingSoon()) || isBelow(`${paths.partners()}campaigns/`)) return null
  if (isBelow(paths.partners())) return 'expert'
  if (isBelow(paths.developers())) return 'developer'
  return isBelow(paths.apps()) || isBelow(paths.services()) ? 'application' : null
}

/** Whether the path is a list that the remembered compatibility applies to. */
export const isApplicationList = (path: string, site: SiteData): boolean =>
  /^(?:applications|services)$/.test(expectedPage(path, site) ?? '')

/** The message if the data of a page cannot be loaded: docs/product/pages.md, Loading and failing. */
export const LOAD_FAILURES: { readonly [Page in ExpectedPage]?: string } = {
  applications: "Apps list couldn't be loaded",
  search: "Apps list couldn't be loaded",
  services: "Apps list couldn't be loaded",
  application: "App details couldn't be loaded",
  experts: "Experts list couldn't be loaded",
  developer: "Developer profile couldn't be loaded",
}
