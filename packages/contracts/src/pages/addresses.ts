/**
 * The addresses of the storefront's pages within a variant; `*` is a slug. The first match decides. `underApps` is a collection, a category
 * or an application. `landing` is a list, if one has this name: docs/product/pages.md, Addresses.
 */
export const ADDRESSES = {
  home: '/',
  search: '/search/',
  apps: '/apps/',
  comingSoon: '/apps/coming-soon/',
  underApps: '/apps/*/',
  services: '/services/',
  service: '/services/*/',
  partners: '/partners/',
  recommendedPartners: '/partners/recommended/',
  expert: '/partners/*/',
  campaign: '/partners/campaigns/*/',
  developers: '/developers/',
  developer: '/developers/*/',
  /** The sign-in page. */
  signIn: '/sign-in/',
  // The screens of the workspace.
  /** An installed application, full-screen, and its settings. */
  openApplication: '/apps/*/open/',
  applicationSettings: '/apps/*/settings/',
  myApps: '/my-apps/',
  billing: '/billing/',
  privateApps: '/private-apps/',
  privateApp: '/private-apps/*/',
  inReviewApps: '/in-review-apps/',
  inReviewApp: '/in-review-apps/*/',
  embeddedApps: '/embedded-apps/',
  embeddedApp: '/embedded-apps/*/',
  embeddedPrivateApps: '/embedded-private-apps/',
  embeddedPrivateApp: '/embedded-private-apps/*/',
  /** A list with an address of its own at the root, such as /saas-deals/. */
  landing: '/*/',
} as const
export type PageName = keyof typeof ADDRESSES

const PATTERNS = Object.entries(ADDRESSES).map(
  ([page, address]) => [page as PageName, new RegExp(`^${address.replace('*', '([^/]+)')}?$`)] as const,
)

/** The page at a path (with or without its last slash), and the slug in it; null if no page matches. */
export const pageAt = (path: string): { page: PageName; slug: string } | null => {
  for (const [page, pattern] of PATTERNS) {
    const found = pattern.exec(path)
    if (found) return { page, slug: found[1] ?? '' }
  }
  return null
}
