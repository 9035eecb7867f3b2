import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { hostAddress } from '@marketplace/domain/application-addresses'
import { ButtonLink, type ButtonLook, ExternalButtonLink } from '../../ui/Button.tsx'

type WayIn = { text: string; href: string; own: boolean }

/** Where an installed application is used: its window, here or in the host product, and the host's Reports. */
export const waysIn = (
  { openPath, opensIn, reportsPath }: Pick<InstalledApplication, 'openPath' | 'opensIn' | 'reportsPath'>,
  hostUrl: string,
): WayIn[] => {
  const own = opensIn === 'marketplace'
  const opens = own ? openPath : hostAddress(openPath, hostUrl)
  const reports = hostAddress(reportsPath, hostUrl)
  return [
    ...(opens ? [{ text: 'Open app', href: opens, own }] : []),
    ...(reports ? [{ text: 'Go to Reports', href: reports, own: false }] : []),
  ]
}

export const WayInLink = ({ way: { text, href, own }, ...look }: ButtonLook & { way: WayIn; className?: string }) =>
  own ? (
    // Another document: it may frame what this one may not.
    <ButtonLink to={href} reloadDocument {...look}>
      {text}
    </ButtonLink>
  ) : (
    <ExternalButtonLink href={href} {...look}>
      {text}
    </ExternalButtonLink>
  )
