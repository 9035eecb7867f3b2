import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { hasPermission } from '@marketplace/domain/permissions'
import { useHref, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { prefetchWorkspace } from '../../lib/prefetch-workspace.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useSession } from '../../lib/session/store.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { Link } from '../../ui/Link.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Avatar } from './Avatar.tsx'

const entry = 'flex min-h-10 w-full items-center rounded-sm px-3 text-start text-sm hover:bg-hover'

/** The menu of the signed-in person: who they are, their pages, and sign-out. */
export const AccountMenu = ({ accountsUrl }: { accountsUrl: string }) => {
  const session = useSession()
  const { pathname } = useLocation()
  const workspace = useHref(paths.myApps())
  if (!session?.data) return null
  const { name, email, organizationName } = session.data
  const entries = [
    { href: paths.myApps(), text: 'My apps' },
    { href: buyingPaths.billing(), text: 'Billing' },
    { href: paths.privateApps(), text: 'Private apps', develop: true },
    { href: paths.inReviewApps(), text: 'Apps in review', develop: true },
  ].filter(({ develop }) => !develop || hasPermission(new Set(session.permissions), 'develop'))
  const signOut = async () => (await openedSession()).signOut()
  // Most links of the menu lead to the workspace, so its files are prefetched.
  const prefetch = () => void (isWorkspacePath(pathname) || prefetchWorkspace(workspace))
  return (
    <div onPointerEnter={prefetch} onFocus={prefetch}>
      <Menu
        name="main-menu"
        label={
          <>
            <span className="sr-only">Account{name && `: ${name}`}</span>
            <Avatar {...session.data} />
          </>
        }
        summaryClassName="px-1.5! max-lg:[&>svg]:hidden"
        panelClassName="end-0 mt-2 w-64 rounded-card p-2"
      >
        <div className="px-3 pt-1 pb-2">
          <p className="truncate text-sm font-semibold">{name ?? 'Signed in'}</p>
          {email && <p className="truncate text-xs text-muted">{email}</p>}
          {organizationName && (
            <p className="mt-1 truncate text-xs text-muted">
              {organizationName}
              {session.isReseller && ' · Reseller'}
            </p>
          )}
        </div>
        <ul className="border-t border-line pt-2">
          {entries.map(({ href, text }) => (
            <li key={href}>
              <Link to={href} className={entry}>
                {text}
              </Link>
            </li>
          ))}
          <li>
            <a href={`${accountsUrl}/account`} className={entry}>
              Your account
            </a>
          </li>
          <li className="mt-2 border-t border-line pt-2">
            <button type="button" className={entry} onClick={signOut}>
              Sign out
            </button>
          </li>
        </ul>
      </Menu>
    </div>
  )
}
