// Fills the elements for installed applications on the screens of a product.
import { showDetails } from './details.ts'
import { button, make, note, skeleton, slot, webAddress } from './dom.ts'
import type { ProductPage } from './host-page.ts'
import { at, named, type HostApp, type Placement } from './installed.ts'
import { showMessageBox } from './message-box.ts'
import { place, type Placed } from './placement.ts'
import { appIcon, setBadge, signInButton } from './rail.ts'
import type { Session } from './session.ts'

export type Apps = { state: 'loading' | 'failed' | 'nobody' } | { state: 'loaded'; apps: readonly HostApp[] }
export type Shown = { page: ProductPage; session: Session; retry: () => void }

const LABELS: Readonly<Record<Placement, string>> = {
  plugin: 'Details',
  settings: 'Settings',
  fullscreen: 'Navigation',
  messagebox: 'Message Box',
  'targeted-message': 'Campaigns',
  reports: 'Reports',
}

const pathOf = (base: string, { slug }: HostApp) => `${base}/${encodeURIComponent(slug)}`
const link = (href: string, text: string, look = '') => make('a', { class: `button ${look}`.trim(), href }, text)

const row = (app: HostApp, { product, ...page }: ProductPage, actions: HTMLElement[]): HTMLElement => {
  const places = [...new Set(app.widgets.map(({ placement }) => LABELS[placement]))].join(', ')
  const text = make(
    'span',
    { class: 'row-text' },
    make('strong', {}, app.name),
    make('span', {}, places || 'Works in the background'),
  )
  return make(
    'li',
    { class: 'row' },
    appIcon(app, { ...page, product }),
    text,
    make('span', { class: 'row-actions' }, ...actions),
  )
}

const integrations = (apps: readonly HostApp[], page: ProductPage): HTMLElement => {
  const { product } = page
  if (apps.length === 0)
    return note(
      'No applications yet',
      `Find some that make ${product.label} better.`,
      link(product.marketplace, 'Find applications', 'primary'),
    )
  const opens = new Set(at(apps, 'fullscreen'))
  const set = new Set(at(apps, 'settings'))
  return make(
    'ul',
    { class: 'rows card' },
    ...apps.map((app) =>
      row(app, page, [
        ...(opens.has(app) ? [link(pathOf(product.applications, app), 'Open')] : []),
        ...(set.has(app) ? [link(pathOf(product.integrations, app), 'Settings')] : []),
        link(pathOf(`${product.marketplace}/apps`, app), 'In the marketplace', 'quiet'),
      ]),
    ),
  )
}

const campaigns = (apps: readonly HostApp[], page: ProductPage): HTMLElement => {
  const found = at(apps, 'targeted-message')
  if (found.length === 0)
    return note(
      'None yet',
      'Some applications add what a campaign can say or ask.',
      link(page.product.marketplace, 'Find applications'),
    )
  return make(
    'ul',
    { class: 'rows card' },
    ...found.map((app) => row(app, page, [link(pathOf(page.product.campaigns ?? '', app), 'Write with it')])),
  )
}

/** One application in the whole screen. */
const single = (apps: readonly HostApp[], placement: Placement, { page }: Shown): Placed => {
  const app = named(apps, page, placement)
  const nothing = (element: HTMLElement): Placed => ({ frame: null, element, close: () => element.remove() })
  const find = link(page.product.marketplace, 'Open the marketplace', 'primary')
  if (!app)
    return nothing(
      note('This application is not here', `It is not installed in ${page.product.label}, or not yours to use.`, find),
    )
  for (const name of document.querySelectorAll('[data-application-name]')) name.textContent = app.name
  document.title = `${app.name} · ${page.product.label}`
  const widget = app.widgets.find((each) => each.placement === placement)
  if (widget) {
    const placed = place({
      app,
      widget,
      page,
      onMessage: (message) => {
        if (message.kind === 'badge') setBadge(app, message.count, apps, page)
      },
    })
    const query = Object.fromEntries([...new URLSearchParams(window.location.search)].slice(0, 50))
    placed.frame?.send('page_data', { queryParams: query })
    return placed
  }
  const settings = placement === 'settings' ? webAddress(app.settingsUrl) : null
  if (settings)
    return nothing(note(`${app.name} is set up on its own site`, settings, link(settings, 'Open its settings', 'primary')))
  const about = link(pathOf(`${page.product.marketplace}/apps`, app), 'See it in the marketplace')
  return nothing(note(`${app.name} has nothing to show here`, 'It works at other places of this product.', about))
}

const SINGLE: ReadonlyMap<string, Placement> = new Map([
  ['application', 'fullscreen'],
  ['settings', 'settings'],
  ['report', 'reports'],
  ['campaign', 'targeted-message'],
])

const tabs = (apps: readonly HostApp[], { product }: ProductPage): void => {
  const list = document.querySelector('[data-tabs]')
  for (const old of list?.querySelectorAll('[data-tab]') ?? []) old.remove()
  for (const app of at(apps, 'reports')) {
    const path = pathOf(product.reports, app)
    const isHere = window.location.pathname === path
    list?.append(make('li', { 'data-tab': true }, make('a', { href: path, 'aria-current': isHere ? 'page' : null }, app.name)))
  }
}

let placed: Placed | null = null

/** Updates all elements for applications on the screen. */
export const showSlots = (given: Apps, shown: Shown): void => {
  const { page, session, retry } = shown
  const apps = given.state === 'loaded' ? given.apps : []
  tabs(apps, page)
  showDetails(apps, page)
  showMessageBox(apps)
  const empty =
    given.state === 'loading'
      ? skeleton()
      : given.state === 'failed'
        ? note(
            'The applications could not be loaded',
            'Nothing is lost. Please try again.',
            button('Try again', retry, 'primary'),
          )
        : given.state === 'nobody'
          ? note('Sign in to see your applications', 'They belong to your organization.', signInButton(session))
          : null
  slot('integrations')?.replaceChildren(empty ?? integrations(apps, page))
  slot('campaigns')?.replaceChildren(empty ?? campaigns(apps, page))
  for (const [name, placement] of SINGLE) {
    const element = slot(name)
    if (!element) continue
    if (empty) {
      placed?.close()
      placed = null
      element.replaceChildren(empty)
      continue
    }
    // The open application stays open while the list changes, unless it was uninstalled.
    const app = named(apps, page, placement)
    if (placed?.frame && app?.widgets.some((each) => each.placement === placement)) continue
    placed?.close()
    placed = single(apps, placement, shown)
    element.replaceChildren(placed.element)
  }
}
