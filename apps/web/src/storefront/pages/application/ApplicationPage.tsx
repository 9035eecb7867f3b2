import type { ApplicationPage as ApplicationPageData } from '@marketplace/contracts/pages/application'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { AccessBeforeInstall } from '../../../features/applications/detail/AccessList.tsx'
import { ApplicationView } from '../../../features/applications/detail/ApplicationView.tsx'
import { useBuyParts } from '../../../features/cart/use-buy-parts.tsx'
import { useInstallParts } from '../../../features/installs/use-install-parts.tsx'

export const ApplicationPage = ({ page, site }: { page: ApplicationPageData; site: SiteData }) => (
  <ApplicationView
    page={page}
    install={useInstallParts(page, site, <AccessBeforeInstall page={page} />)}
    buy={useBuyParts(page, site)}
  />
)
