import type { InstalledApplication } from '@marketplace/contracts/installs'
import type { MyAppsPage as MyAppsPageData, SiteData } from '@marketplace/contracts/page-data'
import { canInstallFor } from '@marketplace/domain/permissions'
import { Blocks } from 'lucide-react'
import { useState } from 'react'
import { AccessList } from '../../../features/applications/detail/AccessList.tsx'
import { AgentsDialog } from '../../../features/installs/AgentsDialog.tsx'
import { InstalledCard } from '../../../features/installs/InstalledCard.tsx'
import { UninstallDialog } from '../../../features/installs/UninstallDialog.tsx'
import { SignedIn } from '../../../features/session/SignedIn.tsx'
import { useInstallsNews } from '../../../lib/installs-news.ts'
import { paths } from '../../../lib/paths.ts'
import { openedSession } from '../../../lib/session/start.ts'
import { whoOf } from '../../../lib/session/store.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'

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

const Installed = ({ who, permissions, site }: { who: string; permissions: readonly string[]; site: SiteData }) => {
  const { loaded, reload, refresh } = useLoaded(who, async () => {
    const { call } = await openedSession()
    const [installed, own] = await Promise.all([call('GET /applications/installed'), call('GET /applications/private')])
    return { installed, own: new Set(own.map(({ id }) => id)) }
  })
  useInstallsNews(refresh)
  const [open, setOpen] = useState<Open | null>(null)
  if (loaded.status === 'loading') return waiting
  if (loaded.status === 'failed') return <LoadFailure title={FAILED} onRetry={reload} />
  const { installed, own } = loaded.value
  const scopes = new Set(permissions)
  const pageOf = ({ id, slug, service }: InstalledApplication): string =>
    own.has(id) ? paths.privateApp(slug) : service ? paths.service(slug) : paths.underApps(slug)
  if (installed.length === 0)
    return (
      <EmptyState icon={Blocks} title="Nothing is installed yet" action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}>
        What your organization installs stands here, with what it may do and who uses it.
      </EmptyState>
    )
  return (
    <>
      <p className="mb-4 text-sm text-muted" role="status">
        {counted(installed.length, 'app')} installed
      </p>
      <ul className="space-y-4">
        {installed.map((application) => (
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
      {open?.what === 'agents' && <AgentsDialog application={open.application} onClose={() => setOpen(null)} onDone={reload} />}
    </>
  )
}

/** What the organization of who is signed in has installed. */
export const MyAppsPage = ({ page, site }: { page: MyAppsPageData; site: SiteData }) => (
  <div className="wrap">
    <Breadcrumbs steps={page.breadcrumbs} />
    <h1 className="mt-4 mb-8 text-3xl font-semibold md:text-4xl">{page.heading}</h1>
    <SignedIn what="Sign in to see what your organization has installed." base={site.signInBase} waiting={waiting}>
      {(data, permissions) => <Installed who={whoOf(data)} permissions={permissions} site={site} />}
    </SignedIn>
  </div>
)
