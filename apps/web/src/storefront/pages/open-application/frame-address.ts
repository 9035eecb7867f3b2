import type { Application } from '@marketplace/contracts/catalogue/schemas'
import { trustedDestination, webAddress } from '@marketplace/domain/application-addresses'

/**
 * Where an application's full-screen widget lives; null where it has none. Never on our own origin: there it could do in a frame
 * what only this page may.
 */
export const frameAddress = ({ widgets }: Pick<Application, 'widgets'>, ownOrigin: string): string | null => {
  const url = webAddress(widgets.find(({ placement }) => placement === 'fullscreen')?.url)
  return url && url.origin !== ownOrigin ? url.href : null
}

/**
 * Where the application in the frame may navigate this window, if a message of it asks for that: {type: 'redirect', data: address}.
 * Null for any other message, and for an address that it may not lead to.
 */
export const askedDestination = (message: unknown, application: Pick<Application, 'customProps'>): string | null =>
  typeof message === 'object' && message !== null && 'type' in message && 'data' in message && message.type === 'redirect'
    ? trustedDestination(application, message.data)
    : null
