import type { Product } from '@marketplace/contracts/core/enumerations'
import type { AppReference } from '@marketplace/contracts/host-messages/messages'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { hostPages } from '@marketplace/contracts/pages/buying-paths'
import { hostPaths } from '@marketplace/contracts/pages/paths'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { hostAddress } from '@marketplace/domain/application-addresses'
import type { ReactNode } from 'react'
import { tellHost } from '../../lib/host/tell-host.ts'
import { ButtonAnchor, ButtonLink, type ButtonLook, ExternalButtonLink } from '../../ui/Button.tsx'
import { settingsTarget } from './settings-target.ts'

/** `at` is where the link opens: in another document of this site, in the host product around this page, or in a new tab. */
type WayIn = { text: string; href: string; at: 'here' | 'host' | 'tab'; tells: () => void }

/** The host product that the variant belongs to. */
export type HostSite = Pick<SiteData, 'hostUrl' | 'hostProduct'>

/** The paths of Live Chat, with the paths at which Text has the same pages. */
const IN_TEXT: ReadonlyMap<string, string> = new Map([
  [hostPages.chats, '/text/messages'],
  [hostPages.reports, '/text/reports'],
])

/** The link to a path of the host product; null if the path leads to another origin. */
export const hostWay = (
  text: string,
  path: string | null,
  { hostUrl, hostProduct }: HostSite,
  tells = () => {},
): WayIn | null => {
  const href = hostAddress((path !== null && hostProduct === 'text' && IN_TEXT.get(path)) || path, hostUrl)
  return href === null ? null : { text, href, at: window.parent === window ? 'tab' : 'host', tells }
}

/** The link to the host product's conversations, in which applications for Live Chat work. Null for an application of the help desk. */
export const chatsWay = (product: Product, site: HostSite): WayIn | null =>
  product === 'livechat' ? hostWay('Go to Chats', hostPages.chats, site) : null

/**
 * The links to the places where an installed application is used: its full-screen page, here or in the host product, and the host's
 * Reports.
 */
export const waysIn = (
  installation: AppReference & Pick<InstalledApplication, 'openPath' | 'opensIn' | 'reportsPath'>,
  site: HostSite,
): WayIn[] => {
  const { id, slug, name, product, openPath, opensIn, reportsPath } = installation
  const isFramed = window.parent !== window
  const tell = (event: string) => () => tellHost('app_event', { id, slug, name, product, event, properties: {} })
  // In a frame the host product opens the full-screen page, because it has more space.
  const own = opensIn === 'marketplace' && !isFramed
  const hostPath = opensIn === 'marketplace' && openPath ? hostPaths.application({ slug, product }, site.hostProduct) : openPath
  const open: WayIn | null =
    own && openPath
      ? { text: 'Open app', href: openPath, at: 'here', tells: tell('open') }
      : hostWay('Open app', hostPath, site, tell('open'))
  return [open, hostWay('Go to Reports', reportsPath, site, tell('reports'))].filter((way) => way !== null)
}

/**
 * The link to the settings of an application: in a frame here, on its developer's site, or in the host product. Null if it has no settings.
 */
export const settingsWay = (
  { settingsPath, settingsUrl }: Pick<InstalledApplication, 'settingsPath' | 'settingsUrl'>,
  hostUrl: string,
): WayIn | null => {
  const href = settingsPath ?? settingsTarget(settingsUrl, hostUrl)
  return href === null ? null : { text: 'Open settings', href, at: settingsPath === null ? 'tab' : 'here', tells: () => {} }
}

type LinkProps = ButtonLook & { way: WayIn; className?: string; children?: ReactNode }

export const WayInLink = ({ way: { text, href, at, tells }, children = text, ...look }: LinkProps) => {
  if (at === 'tab')
    return (
      <ExternalButtonLink href={href} {...look}>
        {children}
      </ExternalButtonLink>
    )
  if (at === 'host')
    return (
      <ButtonAnchor href={href} target="_top" onClick={tells} {...look}>
        {children}
      </ButtonAnchor>
    )
  return (
    // A full document load: the policy of the next document allows frames, the policy of this one does not.
    <ButtonLink to={href} reloadDocument {...look}>
      {children}
    </ButtonLink>
  )
}
