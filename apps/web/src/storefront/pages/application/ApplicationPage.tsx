import type { ApplicationPage as ApplicationPageData } from '@marketplace/contracts/pages/application'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { AccessBeforeInstall } from '../../../features/applications/detail/AccessList.tsx'
import { ApplicationView } from '../../../features/applications/detail/ApplicationView.tsx'
import { useBuyParts } from '../../../features/cart/use-buy-parts.tsx'
import { useInstallParts } from '../../../features/installs/use-install-parts.tsx'
import { useReviewParts } from '../../../features/ratings/use-review-parts.tsx'

export const ApplicationPage = ({ page: given, site }: { page: ApplicationPageData; site: SiteData }) => {
  const { page, reviews } = useReviewParts(given, site)
  return (
    <ApplicationView
      page={page}
      install={useInstallParts(page, site, <AccessBeforeInstall page={page} />)}
      buy={useBuyParts(page, site)}
      reviews={reviews}
    />
  )
}
