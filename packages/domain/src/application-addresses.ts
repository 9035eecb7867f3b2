import { paths } from '@marketplace/contracts/pages/paths'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'

// Addresses of an application. Its developer wrote them, so each is parsed before a person is redirected to it. The custom properties are
// in docs/product/catalogue.md.

/** Parses an http or https address. Null for anything else, and for an address with a user name or password in it. */
export const webAddress = (given: unknown): URL | null => {
  const url = typeof given === 'string' ? URL.parse(given.trim()) : null
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null
}

/** A mailto address. The "@" stays unescaped, as people expect it. */
export const mailAddress = (email: string): string => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** The absolute address of a path in the host product; null unless `path` is a path that stays on its origin. */
export const hostAddress = (path: unknown, hostUrl: string): string | null => {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  const url = URL.parse(path, hostUrl)
  // A text that begins like a path may still name another host: "//evil.example".
  return url && url.origin === webAddress(hostUrl)?.origin ? url.href : null
}

type Widgets = { widgets: readonly { placement: string; url: string | null }[] }

/** An origin that a content security policy can contain: a ";" would end the directive. */
const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/

/** The origins of an application's widgets that the marketplace frames; without the marketplace's own. */
export const widgetOrigins = ({ widgets }: Widgets, ownUrl: string): string[] => {
  const origins = widgets.flatMap(({ url }) => webAddress(url)?.origin ?? [])
  return [...new Set(origins)].filter((origin) => PLAIN_ORIGIN.test(origin) && origin !== webAddress(ownUrl)?.origin)
}

/** Where an installed application opens: on the marketplace's full-screen page, or at a path of the host product. */
export type OpenTarget = { path: string; opensIn: 'marketplace' | 'host' }

/**
 * Where an application opens: at its `alternativeFullscreenPath` in the host product, else on the full-screen page if it has a full-screen
 * widget; null if it does not open anywhere.
 */
export const openTargetOf = ({ slug, customProps, widgets }: WithCustomProps & Widgets & { slug: string }): OpenTarget | null => {
  const { alternativeFullscreenPath } = customProps
  const path = typeof alternativeFullscreenPath === 'string' ? alternativeFullscreenPath.trim() : ''
  // To test whether the text is a path that stays on its origin, any origin will do.
  if (hostAddress(path, 'https://host.invalid') !== null) return { path, opensIn: 'host' }
  const hasWindow = widgets.some(({ placement }) => placement === 'fullscreen')
  return hasWindow ? { path: paths.openApplication(slug), opensIn: 'marketplace' } : null
}

/** The address to which the install button leads once the application is installed, and whether in a new tab; null if it leads nowhere. */
export const directInstallOf = ({
  directInstallUrl,
  customProps,
}: WithCustomProps & { directInstallUrl: string | null }): { url: string; newTab: boolean } | null => {
  const url = webAddress(directInstallUrl)
  return url && { url: url.href, newTab: isFlagSet(customProps, 'directInstallUrlInNewTab') }
}

/** The last step on the developer's site after an install: its address, and the developer's text for it or null. Null without such a step. */
export const finishStepOf = ({ customProps }: WithCustomProps): { url: string; text: string | null } | null => {
  const { finishInstallUrl, finishInstallCopy } = customProps
  const url = webAddress(finishInstallUrl)
  return url && { url: url.href, text: (typeof finishInstallCopy === 'string' && finishInstallCopy.trim()) || null }
}

/**
 * The address `asked` if a full-screen application may navigate the whole window to it, otherwise null. The application may navigate only
 * to the origin of its trustedUrl.
 */
export const trustedDestination = ({ customProps }: WithCustomProps, asked: unknown): string | null => {
  const [trusted, url] = [webAddress(customProps.trustedUrl), webAddress(asked)]
  return trusted && url && url.origin === trusted.origin ? url.href : null
}
