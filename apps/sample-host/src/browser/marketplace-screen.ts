import { type Marketplace, mountMarketplace } from '@marketplace/host-sdk'
import { button, make, note, skeleton } from './dom.ts'
import type { ProductPage } from './host-page.ts'
import type { Session } from './session.ts'
import { currentTheme, onTheme } from './theme.ts'

type Given = { page: ProductPage; session: Session; refresh: () => void }

const TITLE_LENGTH = 120
/** How long (ms) to wait before showing that the marketplace does not answer. If it answers later, it is shown. */
const ANSWERS_WITHIN_MS = 8_000

/** The page of the marketplace for an address of this product. */
const pathAt = (address: string, base: string): string => new URL(address, window.location.href).pathname.slice(base.length)

const pageLinks = () => document.querySelectorAll<HTMLAnchorElement>('[data-marketplace-pages] a')

/** Makes the links of the navigation navigate within the frame, and prefetches their pages when the person will probably click. */
const linkPages = (marketplace: () => Marketplace, base: string): void => {
  for (const link of pageLinks()) {
    const path = pathAt(link.href, base)
    for (const hint of ['pointerenter', 'focus']) link.addEventListener(hint, () => marketplace().preload(path))
    link.addEventListener('click', (event) => {
      // Other clicks open a tab or window, in which this page frames the marketplace again.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      marketplace().navigate(path)
    })
  }
}

/** Marks the link to the page that the frame shows. */
const markCurrentLink = (base: string): void => {
  const here = `${pathAt(window.location.href, base).replace(/\/$/, '')}/`
  for (const link of pageLinks()) {
    if (pathAt(link.href, base) === here) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

/**
 * Covers the frame until the marketplace has loaded, and shows after a while that it does not answer. Returns a function that removes the
 * cover.
 */
const coverUntilLoaded = (element: Element, again: () => void): (() => void) => {
  const cover = make('div', { class: 'embedded-cover' }, skeleton())
  element.append(cover)
  const timer = setTimeout(
    () =>
      cover.replaceChildren(
        note(
          'The marketplace does not answer',
          'It may take longer today, or your connection is interrupted.',
          button('Try again', again, 'primary'),
        ),
      ),
    ANSWERS_WITHIN_MS,
  )
  return () => {
    clearTimeout(timer)
    cover.remove()
  }
}

/**
 * Embeds the marketplace. The address follows the navigation in the frame, and the page around the frame reacts to installs at once. The
 * frame itself shows the messages about them. When another person signs in, the frame is replaced, because the previous person is still
 * signed in in it.
 */
export const showMarketplace = (element: Element, { page, session, refresh }: Given): void => {
  let uncover = () => {}
  const mount = (): Marketplace => {
    const mounted = mountIn(element, page, refresh, () => uncover())
    mounted.on('navigate', () => markCurrentLink(page.product.marketplace))
    uncover = coverUntilLoaded(element, mountAgain)
    return mounted
  }
  const mountAgain = (): void => {
    uncover()
    marketplace.destroy()
    marketplace = mount()
  }
  let marketplace = mount()
  session.onOther(mountAgain)
  onTheme((theme) => marketplace.changeTheme(theme))
  linkPages(() => marketplace, page.product.marketplace)
}

const mountIn = (element: Element, { product, origins }: ProductPage, refresh: () => void, onLoaded: () => void): Marketplace =>
  mountMarketplace(element, {
    onLoaded,
    url: origins.marketplace,
    variant: product.variant,
    syncAddress: product.marketplace,
    title: 'Marketplace',
    theme: currentTheme(),
    onBreadcrumbs: ({ breadcrumbs }) => {
      const name = Array.isArray(breadcrumbs) ? breadcrumbs.at(-1)?.name : undefined
      document.title = [typeof name === 'string' ? name.slice(0, TITLE_LENGTH) : 'Marketplace', product.label].join(' · ')
    },
    onAppInstalled: refresh,
    onAppRemoved: refresh,
    onAppPurchased: refresh,
    onCartPurchased: refresh,
  })
