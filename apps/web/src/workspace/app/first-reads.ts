import { findVariant } from '@marketplace/contracts/core/variants'
import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { SCREENS } from '@marketplace/domain/workspace-screens'
import { BILLING_MOUNT, productMount } from '../../lib/session/product-api.ts'

/** What a screen reads first: the API and the path there, with parts of the screen's address. */
type Read = readonly [api: 'product' | 'billing', path: string]

const ACCOUNT: Read = ['billing', '/account']

/** The first reads of the screens at which people wait most. The addresses are those of SCREENS. */
export const FIRST_READS: Readonly<Record<string, readonly Read[]>> = {
  '/cart/*': [['product', '/products-carts/open']],
  '/checkout/cart/:id/': [['product', '/products-carts/:id'], ACCOUNT],
  '/checkout/:application/': [['product', '/applications/:application/published']],
}

/**
 * The addresses that a screen's document reads early (see EARLY_READS_SCRIPT): whose the token is, and the screen's first reads. A part of
 * the screen's address is the number of its place in braces.
 */
export const earlyReads = ({ site, variant, screen }: ShellData): string[] => {
  if (site.signInBase !== null) return []
  const product = productMount(findVariant(variant)?.product ?? 'livechat')
  const address = Object.keys(FIRST_READS).find((each) => SCREENS[each]?.title === screen.title)
  const parts = address?.split('/') ?? []
  const reads = FIRST_READS[address ?? ''] ?? []
  return [
    `${site.accountsUrl}/v2/info`,
    ...reads.map(
      ([api, path]) => (api === 'billing' ? BILLING_MOUNT : product) + path.replace(/:\w+/, (part) => `{${parts.indexOf(part)}}`),
    ),
  ]
}
