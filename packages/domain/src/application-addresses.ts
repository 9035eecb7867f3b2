import { paths } from '@marketplace/contracts/paths'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'

// Where an application leads. Its developer has written these addresses: each is parsed before anybody is sent there.

/** An address of the web, parsed; null for anything else than http and https, and for one with a user name in it. */
export const webAddress = (given: unknown): URL | null => {
  const url = typeof given === 'string' ? URL.parse(given.trim()) : null
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null
}

/** The address of a path in the host product; null for what is no path there. */
export const hostAddress = (path: unknown, hostUrl: string): string | null => {
  if (typeof path !== 'string' || !path.startsWith('/')) return null
  const url = URL.parse(path, hostUrl)
  // What begins like a path may still name another host: "//evil.example".
  return url && url.origin === webAddress(hostUrl)?.origin ? url.href : null
}

type Widgets = { widgets: readonly { placement: string; url: string | null }[] }

/** Where an installed application opens: in our full-screen page, or at a path of the host product that it names instead. */
export type OpenTarget = { path: string; opensIn: 'marketplace' | 'host' }

export const openTargetOf = ({ slug, customProps, widgets }: WithCustomProps & Widgets & { slug: string }): OpenTarget | null => {
  const { alternativeFullscreenPath } = customProps
  const path = typeof alternativeFullscreenPath === 'string' ? alternativeFullscreenPath.trim() : ''
  // Whatever the host's origin is: a path stays on it, or is none.
  if (hostAddress(path, 'https://host.invalid') !== null) return { path, opensIn: 'host' }
  const hasWindow = widgets.some(({ placement }) => placement === 'fullscreen')
  return hasWindow ? { path: paths.openApplication(slug), opensIn: 'marketplace' } : null
}

/** Where the install button leads once the application is installed here, and whether in a new tab; null where it leads nowhere. */
export const directInstallOf = ({
  directInstallUrl,
  customProps,
}: WithCustomProps & { directInstallUrl: string | null }): { url: string; newTab: boolean } | null => {
  const url = webAddress(directInstallUrl)
  return url && { url: url.href, newTab: isFlagSet(customProps, 'directInstallUrlInNewTab') }
}

/** What is left to do at the developer's after an install, in the developer's words where there are some; null where nothing is. */
export const finishStepOf = ({ customProps }: WithCustomProps): { url: string; text: string | null } | null => {
  const { finishInstallUrl, finishInstallCopy } = customProps
  const url = webAddress(finishInstallUrl)
  return url && { url: url.href, text: (typeof finishInstallCopy === 'string' && finishInstallCopy.trim()) || null }
}

/**
 * Where a full-screen application may navigate the whole window, of an address that it asks for: to the one foreign origin that its
 * trustedUrl names. Null for anything else.
 */
export const trustedDestination = ({ customProps }: WithCustomProps, asked: unknown): string | null => {
  const [trusted, url] = [webAddress(customProps.trustedUrl), webAddress(asked)]
  return trusted && url && url.origin === trusted.origin ? url.href : null
}
