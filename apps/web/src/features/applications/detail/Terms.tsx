import type { ApplicationPage } from '@marketplace/contracts/page-data'
import { Eye, Pencil } from 'lucide-react'
import { Card } from '../../../ui/Card.tsx'
import { ExternalLink } from '../../../ui/ExternalLink.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { accessVerb, changesFirst } from './access.ts'

/** What it may read and write once installed, in plain words; then the developer's own documents. */
export const Terms = ({ page: { access, otherScopes, links, productName } }: { page: ApplicationPage }) => {
  const lines = changesFirst(access)
  return (
    <div className="space-y-6">
      {(lines.length > 0 || otherScopes.length > 0) && (
        <Card className="overflow-hidden">
          <h3 className="px-5 pt-4 pb-3 text-sm text-muted">Once installed, it works with this data of your {productName}:</h3>
          <ul>
            {lines.map((line) => (
              <li key={line.group} className="flex items-center gap-3 border-t border-line px-5 py-3">
                <Icon as={line.mode === 'write' ? Pencil : Eye} size={18} className="shrink-0 text-muted" />
                <span className="min-w-0 grow font-semibold">{line.group}</span>
                <span className="shrink-0 text-sm text-muted">{accessVerb(line)}</span>
              </li>
            ))}
          </ul>
          {otherScopes.length > 0 && (
            <details className="border-t border-line">
              <summary className="flex min-h-12 list-none items-center px-5 text-sm underline underline-offset-4">
                {otherScopes.length} technical {otherScopes.length === 1 ? 'permission' : 'permissions'}
              </summary>
              <ul className="flex flex-wrap gap-1.5 px-5 pb-4">
                {otherScopes.map((scope) => (
                  <li key={scope} className="rounded-xs bg-sunken px-1.5 py-0.5 font-mono text-xs break-all">
                    {scope}
                  </li>
                ))}
              </ul>
            </details>
          )}
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
