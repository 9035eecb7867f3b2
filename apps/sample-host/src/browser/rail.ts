import { button, make } from './dom.ts'
import type { ProductPage } from './host-page.ts'
import { at, type HostApp } from './installed.ts'
import type { Session } from './session.ts'
import { toast } from './toast.ts'

/** The application's picture, or its first letter. */
export const appIcon = ({ icon, name }: HostApp, { origins }: ProductPage): HTMLElement => {
  const url = icon === null ? null : URL.parse(icon, origins.marketplace)
  // The page's policy refuses pictures of other origins.
  if (url?.origin === origins.marketplace)
    return make('img', { class: 'app-icon', src: url.href, alt: '', width: '24', height: '24' })
  return make('span', { class: 'app-icon', 'aria-hidden': 'true' }, name.slice(0, 1))
}

const badges = new Map<string, number | null>()

const badgeOf = (slug: string): HTMLElement | null => {
  const count = badges.get(slug) ?? null
  return count === null ? null : make('span', { class: 'count' }, String(count), make('span', { class: 'unseen' }, ' new'))
}

/** Shows the applications that have an entry in the navigation. */
export const showInRail = (apps: readonly HostApp[], page: ProductPage): void => {
  const list = document.querySelector('[data-applications]')
  const shown = at(apps, 'fullscreen')
  list?.parentElement?.toggleAttribute('hidden', shown.length === 0)
  list?.replaceChildren(
    ...shown.map((app) => {
      const path = `${page.product.applications}/${encodeURIComponent(app.slug)}`
      const isHere = window.location.pathname === path
      const link = make(
        'a',
        { href: path, 'aria-current': isHere ? 'page' : null },
        appIcon(app, page),
        make('span', {}, app.name),
      )
      link.append(badgeOf(app.slug) ?? '')
      return make('li', {}, link)
    }),
  )
}

export const setBadge = (app: HostApp, count: number | null, apps: readonly HostApp[], page: ProductPage): void => {
  badges.set(app.slug, count)
  showInRail(apps, page)
}

const SIGN_IN_WORDS = {
  blocked: 'The browser has blocked the sign-in window. Allow windows for this page and try again.',
  failed: 'The sign-in did not work. Please try again.',
}

/** A button that signs in. */
export const signInButton = (session: Session, look = 'primary'): HTMLButtonElement => {
  const signIn = async () => {
    const how = await session.signIn()
    if (how === 'blocked' || how === 'failed') toast(SIGN_IN_WORDS[how], 'error')
  }
  return button('Sign in', () => void signIn(), look)
}

/** Shows the signed-in person, and the button to sign out. */
export const showAccount = (session: Session): void => {
  const person = session.person()
  const signOut = async () => {
    try {
      await session.signOut()
    } catch {
      toast('The sign-out did not work. Please try again.', 'error')
    }
  }
  document.querySelector('[data-account]')?.replaceChildren(
    person
      ? make(
          'div',
          { class: 'account' },
          make('span', { class: 'account-name', title: person.email }, person.name),
          button('Sign out', () => void signOut(), 'quiet'),
        )
      : signInButton(session, 'wide'),
  )
}
