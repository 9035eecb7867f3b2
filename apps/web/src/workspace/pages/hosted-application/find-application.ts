import type { Application } from '@marketplace/contracts/catalogue/schemas'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { call } from '../../data/use-endpoint.ts'

export type HostedPlacement = 'fullscreen' | 'settings'

/** What stands at the address: an installed application, and its widget where it may be shown here. */
export type Found = {
  installed: InstalledApplication | null
  widget: { application: Application; address: string; isPublished: boolean } | null
}

/** Whether the person may see this widget of an installed application here. */
const isShownHere = ({ opensIn, settingsPath }: InstalledApplication, placement: HostedPlacement): boolean =>
  placement === 'fullscreen' ? opensIn === 'marketplace' : settingsPath !== null

/** `name` is the application's slug or its id. */
export const findApplication = async (name: string, placement: HostedPlacement): Promise<Found> => {
  const list = await call('product', 'GET /applications/installed')
  const installed = list.find(({ slug }) => slug === name) ?? list.find(({ id }) => id === name) ?? null
  if (!installed || !isShownHere(installed, placement)) return { installed, widget: null }
  const own = (await call('product', 'GET /applications')).find(({ id }) => id === installed.id)
  const { slug } = installed
  const application: Application = own ?? (await call('product', 'GET /applications/{slug}/published', { params: { slug } }))
  const address = application.widgets.find((widget) => widget.placement === placement)?.url ?? null
  // What everybody may know of is named by the page's policy.
  return { installed, widget: address === null ? null : { application, address, isPublished: !own } }
}
