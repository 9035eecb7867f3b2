import type { InstalledApplication } from '@marketplace/contracts/installs'
import { canInstallFor } from '@marketplace/domain/permissions'
import { Blocks } from 'lucide-react'
import { useState } from 'react'
import { AccessList } from '../../../features/applications/detail/AccessList.tsx'
import { AgentsDialog } from '../../../features/installs/AgentsDialog.tsx'
import { InstalledCard } from '../../../features/installs/InstalledCard.tsx'
import { UninstallDialog } from '../../../features/installs/UninstallDialog.tsx'
import { SignedIn } from '../../../features/session/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { useShell } from '../../kit/shell.ts'

const FAILED = "Installed apps list couldn't be loaded"

const waiting = (
  <div className="space-y-4">
    <Skeleton className="h-44 rounded-card" />
    <Skeleton className="h-44 rounded-card" />
    <Skeleton className="h-44 rounded-card" />
  </div>
)

const Access = ({ access }: Pick<InstalledApplication, 'access'>) =>
  access.groups.length + access.other.length > 0 ? (
    <div className="[&>ul>li:first-child]:border-t-0">
      <AccessList access={access.groups} other={access.other} />
    </div>
  ) : (
    <p className="px-5 py-3">It has no access to your data.</p>
  )

type Open = { what: 'uninstall' | 'agents'; application: InstalledApplication }

const Installed = ({ permissions }: { permissions: readonly string[] }) => {
  const { site } = useShell()
  const installed = useEndpoint('product', 'GET /applications/installed')
  const own = useEndpoint('product', 'GET /applications/private')
  const [open, setOpen] = useState<Open | null>(null)
  const scopes = new Set(permissions)
  const isOwn = (id: string) => own.data?.some((application) => application.id === id) ?? false
  const pageOf = ({ id, slug, service }: InstalledApplication): string =>
    isOwn(id) ? paths.privateApp(slug) : service ? paths.service(slug) : paths.underApps(slug)
  const reload = () => void installed.refetch()
  return (
    <Loaded query={installed} failed={FAILED} waiting={waiting}>
      {(applications) =>
        applications.length === 0 ? (
          <EmptyState
            icon={Blocks}
            title="Nothing is installed yet"
            action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}
          >
            What your organization installs stands here, with what it may do and who uses it.
          </EmptyState>
        ) : (
          <>
            <p className="mb-4 text-sm text-muted" role="status">
              {counted(applications.length, 'app')} installed
            </p>
            <ul className="space-y-4">
              {applications.map((application) => (
                <li key={application.id}>
                  <InstalledCard
                    application={application}
                    href={pageOf(application)}
                    hostUrl={site.hostUrl}
                    mayManage={canInstallFor(scopes, application.product)}
                    access={<Access access={application.access} />}
                    onUninstall={() => setOpen({ what: 'uninstall', application })}
                    onAgents={() => setOpen({ what: 'agents', application })}
                  />
                </li>
              ))}
            </ul>
            {open?.what === 'uninstall' && (
              <UninstallDialog application={open.application} open onClose={() => setOpen(null)} onDone={reload} />
            )}
            {open?.what === 'agents' && (
              <AgentsDialog application={open.application} onClose={() => setOpen(null)} onDone={reload} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

/** What the organization of who is signed in has installed. */
export const MyAppsPage = () => (
  <Page screen={useScreen()}>
    <SignedIn what="Sign in to see what your organization has installed." base={useShell().site.signInBase} waiting={waiting}>
      {(_, permissions) => <Installed permissions={permissions} />}
    </SignedIn>
  </Page>
)
