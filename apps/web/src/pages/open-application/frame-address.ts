import type { Application } from '@marketplace/contracts/application'

/**
 * Where an application's full-screen widget lives; null where it has none. Never on our own origin: there it could do in a frame
 * what only this page may.
 */
export const frameAddress = ({ widgets }: Pick<Application, 'widgets'>, ownOrigin: string): string | null => {
  const given = widgets.find(({ placement }) => placement === 'fullscreen')?.url ?? null
  const url = given === null ? null : URL.parse(given)
  return url && /^https?:$/.test(url.protocol) && url.origin !== ownOrigin ? url.href : null
}
