import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { Card } from '../../../ui/Card.tsx'
import { ExternalLink } from '../../../ui/ExternalLink.tsx'
import { AccessList } from './AccessList.tsx'

/** What the application may read and change once it is installed, and the developer's own documents. */
export const Terms = ({ page }: { page: ApplicationPage }) => {
  const { access, otherScopes, links, productName } = page
  return (
    <div className="space-y-6">
      {(access.length > 0 || otherScopes.length > 0) && (
        <Card className="overflow-hidden">
          <h3 className="px-5 pt-4 pb-3 text-sm text-muted">Once installed, it works with this data of your {productName}:</h3>
          <AccessList access={access} other={otherScopes} />
        </Card>
      )}
      {(links.terms || links.privacyPolicy) && (
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm *:flex *:min-h-8 *:items-center">
          {links.terms && (
            <li>
              <ExternalLink href={links.terms}>Terms of use</ExternalLink>
            </li>
          )}
          {links.privacyPolicy && (
            <li>
              <ExternalLink href={links.privacyPolicy}>Privacy policy</ExternalLink>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
