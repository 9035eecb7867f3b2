import type { Application } from '@marketplace/contracts/catalogue/schemas'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { call } from '../../data/use-endpoint.ts'

export type HostedPlacement = 'fullscreen' | 'settings'

/** The installed application with the name in the address, and its widget if this page may show it. */
export type HostedApplication = {
  installed: InstalledApplication | null
  widget: { application: Application; address: string; isPublished: boolean } | null
}

/** Whether this person may open this widget of an installed application here. */
const isShownHere = ({ opensIn, settingsPath }: InstalledApplication, placement: HostedPlacement): boolean =>
  placement === 'fullscreen' ? opensIn === 'marketplace' : settingsPath !== null

/** `name` is the application's slug or its id. */
export const findApplication = async (name: string, placement: HostedPlacement): Promise<HostedApplication> => {
  const list = await call('product', 'GET /applications/installed')
  const installed = list.find(({ slug }) => slug === name) ?? list.find(({ id }) => id === name) ?? null
  if (!installed || !isShownHere(installed, placement)) return { installed, widget: null }
  const own = (await call('product', 'GET /applications')).find(({ id }) => id === installed.id)
  const { slug } = installed
  const application: Application = own ?? (await call('product', 'GET /applications/{slug}/published', { params: { slug } }))
  const address = application.widgets.find((widget) => widget.placement === placement)?.url ?? null
  // `isPublished`: the page's policy names the address of a public application. A private one must not be disclosed there.
  return { installed, widget: address === null ? null : { application, address, isPublished: !own } }
}
