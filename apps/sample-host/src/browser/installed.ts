import type { HostPage, ProductPage } from './host-page.ts'
import type { Session } from './session.ts'

export type Placement = 'plugin' | 'settings' | 'fullscreen' | 'messagebox' | 'targeted-message' | 'reports'
export type Widget = { id: string; placement: Placement; url: string | null; initialState: string | null }

/** An installed application, as the product shows it. All its texts are its developer's. */
export type HostApp = {
  id: string
  slug: string
  name: string
  icon: string | null
  usable: boolean
  settingsUrl: string | null
  widgets: readonly Widget[]
}

type Installed = Omit<HostApp, 'widgets'>
type Published = { widgets: (Omit<Widget, 'initialState'> & { shortcut: { initialState: string | null } | null })[] }

/** More than these are listed, and not shown at placements. */
const MOST_SHOWN = 30

/** Where its parts belong. Empty for an application that is not published: nobody but its developer sees those. */
const widgetsOf = async ({ ask }: Session, slug: string): Promise<Widget[]> => {
  const response = await ask(`/api/v2/applications/${encodeURIComponent(slug)}/published`)
  if (!response.ok) return []
  const { widgets } = (await response.json()) as Published
  return widgets.map(({ shortcut, ...widget }) => ({ ...widget, initialState: shortcut?.initialState ?? null }))
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
      widgets: usable && index < MOST_SHOWN ? await widgetsOf(session, slug) : [],
    })),
  )
}

export const at = (apps: readonly HostApp[], placement: Placement): HostApp[] =>
  apps.filter(({ widgets }) => widgets.some((widget) => widget.placement === placement))

export const bySlug = (apps: readonly HostApp[], { slug }: HostPage): HostApp | undefined =>
  apps.find((app) => app.slug === slug || app.widgets.some(({ id }) => id === slug))
