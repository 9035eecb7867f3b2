import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { Eye, Pencil } from 'lucide-react'
import { Icon } from '../../../ui/Icon.tsx'
import { type Access, accessVerb, changesFirst } from './access.ts'

/** A line for each kind of data that the application uses, and a folded list of the scopes of other services. */
export const AccessList = ({ access, other }: { access: readonly Access[]; other: readonly string[] }) => (
  <>
    <ul>
      {changesFirst(access).map((line) => (
        <li key={line.group} className="flex items-center gap-3 border-t border-line px-5 py-3">
          <Icon as={line.mode === 'write' ? Pencil : Eye} size={18} className="shrink-0 text-muted" />
          <span className="min-w-0 grow font-semibold">{line.group}</span>
          <span className="shrink-0 text-sm text-muted">{accessVerb(line)}</span>
        </li>
      ))}
    </ul>
    {other.length > 0 && (
      <details className="border-t border-line">
        <summary className="flex min-h-12 list-none items-center px-5 text-sm underline underline-offset-4">
          {other.length} technical {other.length === 1 ? 'permission' : 'permissions'}
        </summary>
        <ul className="flex flex-wrap gap-1.5 px-5 pb-4">
          {other.map((scope) => (
            <li key={scope} className="rounded-xs bg-sunken px-1.5 py-0.5 font-mono text-xs break-all">
              {scope}
            </li>
          ))}
        </ul>
      </details>
    )}
  </>
)

/** The same list in the install dialog. If it is empty, a sentence says so. */
export const AccessBeforeInstall = ({
  page: { access, otherScopes, accessStated, productName },
}: {
  page: Pick<ApplicationPage, 'access' | 'otherScopes' | 'accessStated' | 'productName'>
}) => {
  if (access.length === 0 && otherScopes.length === 0)
    return <p>{accessStated ? 'It asks for no access to your data.' : 'Its developer does not say what it has access to.'}</p>
  return (
    <>
      <p className="mb-3">For everybody in your organization, it will work with this data of your {productName}:</p>
      <div className="overflow-hidden rounded-card border border-line *:first:[&>li:first-child]:border-t-0">
        <AccessList access={access} other={otherScopes} />
      </div>
    </>
  )
}
