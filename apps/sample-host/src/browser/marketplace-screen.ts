import { mountMarketplace } from '@marketplace/host-sdk'
import type { ProductPage } from './host-page.ts'
import { currentTheme, onTheme } from './theme.ts'
import { toast } from './toast.ts'

type Given = { page: ProductPage; refresh: () => void }

const TITLE_LENGTH = 120

/** Embeds the marketplace. The address follows its navigation, and installs appear around it at once. */
export const showMarketplace = (element: Element, { page, refresh }: Given): void => {
  const { product, origins } = page
  const marketplace = mountMarketplace(element, {
    url: origins.marketplace,
    variant: product.variant,
    syncAddress: product.marketplace,
    title: 'Marketplace',
    theme: currentTheme(),
    onBreadcrumbs: ({ breadcrumbs }) => {
      const name = Array.isArray(breadcrumbs) ? breadcrumbs.at(-1)?.name : undefined
      document.title = [typeof name === 'string' ? name.slice(0, TITLE_LENGTH) : 'Marketplace', product.label].join(' · ')
    },
    onAppInstalled: ({ name }) => {
      toast(`${name} works with ${product.label} now.`)
      refresh()
    },
    onAppRemoved: ({ name }) => {
      toast(`${name} was removed.`)
      refresh()
    },
    onAppPurchased: refresh,
    onCartPurchased: refresh,
  })
  onTheme(marketplace.changeTheme)
}
