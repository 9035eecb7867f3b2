import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { hostPages } from '@marketplace/contracts/pages/buying-paths'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { hostAddress } from '@marketplace/domain/application-addresses'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { hasInstallButton, InstallButton, InstallNote } from './InstallButton.tsx'
import { InstalledBox } from './InstalledBox.tsx'
import { LazyInstallDialogs } from './LazyInstallDialogs.tsx'
import { useInstalling } from './use-installing.ts'

/** The install actions of an application's page. `access` lists what the application may do. */
export const useInstallParts = (page: ApplicationPage, site: SiteData, access: ReactNode) => {
  const { signInBase, hostUrl, hostProduct } = site
  const installing = useInstalling(page.id, signInBase)
  const { pathname } = useLocation()
  const subscriptionUrl = hostAddress(hostPages.subscription(hostProduct, page.product), hostUrl)
  const withButton = hasInstallButton({ page, installing })
  return {
    button: (className: string) =>
      withButton && (
        <InstallButton page={page} path={pathname} base={signInBase} host={site} installing={installing} className={className} />
      ),
    note: <InstallNote page={page} installing={installing} subscriptionUrl={subscriptionUrl} />,
    installed: <InstalledBox installing={installing} host={site} />,
    isInstalled: installing.installed,
    dialogs: (
      <LazyInstallDialogs
        page={page}
        installing={installing}
        hostUrl={hostUrl}
        subscriptionUrl={subscriptionUrl}
        access={access}
      />
    ),
  }
}
