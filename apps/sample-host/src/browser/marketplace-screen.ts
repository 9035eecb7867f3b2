import { type Marketplace, mountMarketplace } from '@marketplace/host-sdk'
import { button, make, note, skeleton } from './dom.ts'
import type { ProductPage } from './host-page.ts'
import type { Session } from './session.ts'
import { currentTheme, onTheme } from './theme.ts'

type Given = { page: ProductPage; session: Session; refresh: () => void }

const TITLE_LENGTH = 120
/** The time (ms) after which the marketplace counts as not answering. If it answers later, it appears. */
const ANSWERS_WITHIN_MS = 8_000

/** Covers the frame until the marketplace has loaded, and says after a while that it does not answer. Returns what ends that. */
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
 * Embeds the marketplace. The address follows its navigation, and installs appear around it at once; their messages to the person are the
 * frame's own. The frame is made anew for another person: the one before is still signed in in it.
 */
export const showMarketplace = (element: Element, { page, session, refresh }: Given): void => {
  let marketplace: Marketplace | null = null
  let uncover = () => {}
  const mount = (): void => {
    uncover()
    marketplace?.destroy()
    marketplace = mountIn(element, page, refresh, () => uncover())
    uncover = coverUntilLoaded(element, mount)
  }
  mount()
  session.onOther(mount)
  onTheme((theme) => marketplace?.changeTheme(theme))
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
