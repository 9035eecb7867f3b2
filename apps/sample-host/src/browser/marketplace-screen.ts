import { type Marketplace, mountMarketplace } from '@marketplace/host-sdk'
import type { ProductPage } from './host-page.ts'
import { currentTheme, onTheme } from './theme.ts'
import { toast } from './toast.ts'

type Given = { page: ProductPage; refresh: () => void }

const TITLE_LENGTH = 120

/** The page of the marketplace that an address of this product shows. */
const pathAt = (address: string, base: string): string => new URL(address, window.location.href).pathname.slice(base.length)

/** Lets the links of the navigation lead within the frame, and has their pages fetched ahead when they will probably be followed. */
const linkPages = (marketplace: Marketplace, base: string): void => {
  const links = document.querySelectorAll<HTMLAnchorElement>('[data-marketplace-pages] a')
  for (const link of links) {
    const path = pathAt(link.href, base)
    for (const hint of ['pointerenter', 'focus']) link.addEventListener(hint, () => marketplace.preload(path))
    link.addEventListener('click', (event) => {
      // Anything else opens a tab or a window, with this page around the marketplace.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      marketplace.navigate(path)
    })
  }
  marketplace.on('navigate', () => {
    const here = `${pathAt(window.location.href, base).replace(/\/$/, '')}/`
    for (const link of links) {
      if (pathAt(link.href, base) === here) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
  })
}

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
  linkPages(marketplace, product.marketplace)
}
