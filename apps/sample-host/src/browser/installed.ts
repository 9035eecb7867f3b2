import { webAddress } from './dom.ts'
import type { HostPage, ProductPage } from './host-page.ts'
import type { Session } from './session.ts'

export type Placement = 'plugin' | 'settings' | 'fullscreen' | 'messagebox' | 'targeted-message' | 'reports'
export type Widget = { id: string; placement: Placement; url: string | null; initialState: string | null }

/** An installed application. Its developer wrote all of its texts. */
export type HostApp = {
  id: string
  slug: string
  name: string
  icon: string | null
  usable: boolean
  settingsUrl: string | null
  /** The origin of the application's own site, to which the application may navigate the window; null if it has none. */
  trustedOrigin: string | null
  widgets: readonly Widget[]
}

type Parts = Pick<HostApp, 'trustedOrigin' | 'widgets'>
type Installed = Omit<HostApp, keyof Parts>
type Published = {
  customProps: { trustedUrl?: string | number | null }
  widgets: (Omit<Widget, 'initialState'> & { shortcut: { initialState: string | null } | null })[]
}

/** The most applications that are shown at placements. Others are only listed. */
const MOST_SHOWN = 30

const NO_PARTS: Parts = { trustedOrigin: null, widgets: [] }

const originOf = (address: unknown): string | null => {
  const url = typeof address === 'string' ? webAddress(address.trim()) : null
  return url === null ? null : new URL(url).origin
}

/** The widgets of an application. Only the developer can read the widgets of an unpublished application, so it has none here. */
const partsOf = async ({ ask }: Session, slug: string): Promise<Parts> => {
  const response = await ask(`/api/v2/applications/${encodeURIComponent(slug)}/published`)
  if (!response.ok) return NO_PARTS
  const { customProps, widgets } = (await response.json()) as Published
  return {
    trustedOrigin: originOf(customProps.trustedUrl),
    widgets: widgets.map(({ shortcut, ...widget }) => ({ ...widget, initialState: shortcut?.initialState ?? null })),
  }
}

/** The applications that the person's organization has installed for this product. Throws if they cannot be loaded. */
export const loadInstalled = async (session: Session, { product }: ProductPage): Promise<HostApp[]> => {
  const response = await session.ask(`/api/v2/applications/installed?product=${product.installs}`)
  if (!response.ok) throw new Error(`The marketplace answered with status ${response.status}`)
  const installed = (await response.json()) as (Installed & { service: boolean })[]
  const applications = installed.filter(({ service }) => !service)
  return Promise.all(
    applications.map(async ({ id, slug, name, icon, usable, settingsUrl }, index) => ({
      id,
      slug,
      name,
      icon,
      usable,
      settingsUrl,
      ...(usable && index < MOST_SHOWN ? await partsOf(session, slug) : NO_PARTS),
    })),
  )
}

export const at = (apps: readonly HostApp[], placement: Placement): HostApp[] =>
  apps.filter(({ widgets }) => widgets.some((widget) => widget.placement === placement))

/** The application that the page's address names, by its slug, its id, or the id of its widget at this placement. */
export const named = (apps: readonly HostApp[], { slug: name }: HostPage, placement: Placement): HostApp | undefined =>
  apps.find(({ slug }) => slug === name) ??
  apps.find((app) => app.id === name || app.widgets.some((widget) => widget.id === name && widget.placement === placement))
