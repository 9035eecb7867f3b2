import type { AppReference } from '@marketplace/contracts/host-messages/messages'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { hostPaths } from '@marketplace/contracts/pages/paths'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { hostAddress } from '@marketplace/domain/application-addresses'
import type { ReactNode } from 'react'
import { tellHost } from '../../lib/host/tell-host.ts'
import { ButtonAnchor, ButtonLink, type ButtonLook, ExternalButtonLink } from '../../ui/Button.tsx'
import { settingsTarget } from './settings-target.ts'

/** `at`: in another document of this site, in the host product around this page, or in a new tab. */
type WayIn = { text: string; href: string; at: 'here' | 'host' | 'tab'; tells: () => void }

/** The host product that the variant belongs to. */
export type HostSite = Pick<SiteData, 'hostUrl' | 'hostProduct'>

/** The places where an installed application is used: its full-screen page, here or in the host product, and the host's Reports. */
export const waysIn = (
  installation: AppReference & Pick<InstalledApplication, 'openPath' | 'opensIn' | 'reportsPath'>,
  { hostUrl, hostProduct }: HostSite,
): WayIn[] => {
  const { id, slug, name, product, openPath, opensIn, reportsPath } = installation
  const isFramed = window.parent !== window
  const tell = (event: string) => () => tellHost('app_event', { id, slug, name, product, event, properties: {} })
  const way = (text: string, href: string | null, at: WayIn['at'], event: string): WayIn[] =>
    href ? [{ text, href, at: isFramed && at === 'tab' ? 'host' : at, tells: tell(event) }] : []
  // In a frame the host product opens the full-screen page, since it has the room.
  const own = opensIn === 'marketplace' && !isFramed
  const hostPath = opensIn === 'marketplace' && openPath ? hostPaths.application({ slug, product }, hostProduct) : openPath
  return [
    ...way('Open app', own ? openPath : hostAddress(hostPath, hostUrl), own ? 'here' : 'tab', 'open'),
    ...way('Go to Reports', hostAddress(reportsPath, hostUrl), 'tab', 'reports'),
  ]
}

/** The place where an application is set up: a frame here, its developer's site, or the host product. Null if it has no settings. */
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
    // A full document load: the next document's policy allows frames, this one's does not.
    <ButtonLink to={href} reloadDocument {...look}>
      {children}
    </ButtonLink>
  )
}
