import { BRAND } from '@marketplace/contracts/core/brand'
import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { canInstallFor } from '@marketplace/domain/permissions'
import { Blocks, SearchX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { UninstallDialog } from '../../../features/installs/UninstallDialog.tsx'
import { SignedIn } from '../../../features/session/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { useShell } from '../../kit/shell.ts'
import { useTableAddress } from '../../kit/table-address.ts'
import { Tabs } from '../../kit/Tabs.tsx'
import { FindField, Toolbar } from '../../kit/Toolbar.tsx'
import { InstalledCard } from './InstalledCard.tsx'
import { DEFAULT_SORT, InstalledTable, SORTS } from './InstalledTable.tsx'

/** A form brings its rules with it, so its code comes when it is asked for. */
const AgentsSheet = lazy(async () => ({ default: (await import('./AgentsSheet.tsx')).AgentsSheet }))

const FAILED = "Installed apps list couldn't be loaded"

const waiting = (
  <div className="space-y-4">
    <Skeleton className="h-44 rounded-card" />
    <Skeleton className="h-44 rounded-card" />
    <Skeleton className="h-44 rounded-card" />
  </div>
)

const nothing = (
  <EmptyState icon={Blocks} title="Nothing is installed yet" action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}>
    What your organization installs stands here, with what it may do and who uses it.
  </EmptyState>
)

type Open = { what: 'uninstall' | 'agents'; application: InstalledApplication }
type Props = { applications: readonly InstalledApplication[]; own: ReadonlySet<string>; scopes: ReadonlySet<string> }

const Applications = ({ applications, own, scopes }: Props) => {
  const { site } = useShell()
  const address = useTableAddress(SORTS, DEFAULT_SORT)
  const [open, setOpen] = useState<Open | null>(null)
  const [text, product, view] = ['find', 'product', 'view'].map(address.read)
  const found = applications.filter(
    (application) =>
      (!product || application.product === product) && application.name.toLowerCase().includes((text ?? '').trim().toLowerCase()),
  )
  const hrefOf = ({ id, slug, service }: InstalledApplication): string =>
    own.has(id) ? paths.privateApp(slug) : service ? paths.service(slug) : paths.underApps(slug)
  const mayManage = (application: InstalledApplication) => canInstallFor(scopes, application.product)
  const onUninstall = (application: InstalledApplication) => setOpen({ what: 'uninstall', application })
  const onAgents = (application: InstalledApplication) => setOpen({ what: 'agents', application })
  const close = () => setOpen(null)
  return (
    <>
      <Toolbar
        end={
          <Tabs
            label="View"
            tabs={[
              { name: 'Cards', to: address.hrefWith({ view: null, sort: null, page: null }), current: view !== 'table' },
              { name: 'Table', to: address.hrefWith({ view: 'table' }), current: view === 'table' },
            ]}
          />
        }
      >
        <FindField label="Find an app" value={text ?? ''} onChange={(find) => address.filter({ find })} />
        <Select
          aria-label="Product"
          value={product}
          onChange={(event) => address.filter({ product: event.target.value })}
          options={[{ value: '', label: 'Every product' }, ...PRODUCTS.map((id) => ({ value: id, label: BRAND.products[id] }))]}
        />
      </Toolbar>
      <p className="mb-4 text-sm text-muted" role="status">
        {counted(applications.length, 'app')} installed{found.length < applications.length && `, ${found.length} shown`}
      </p>
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No app fits"
          action={<ButtonLink to={address.hrefWith({ find: null, product: null, page: null })}>Show all</ButtonLink>}
        >
          None of what is installed has this name and product.
        </EmptyState>
      ) : view === 'table' ? (
        <InstalledTable
          applications={found}
          address={address}
          hrefOf={hrefOf}
          mayManage={mayManage}
          onUninstall={onUninstall}
          onAgents={onAgents}
        />
      ) : (
        <ul className="space-y-4">
          {found.map((application) => (
            <li key={application.id}>
              <InstalledCard
                application={application}
                href={hrefOf(application)}
                hostUrl={site.hostUrl}
                mayManage={mayManage(application)}
                onUninstall={() => onUninstall(application)}
                onAgents={() => onAgents(application)}
              />
            </li>
          ))}
        </ul>
      )}
      {open?.what === 'uninstall' && <Uninstall application={open.application} onClose={close} />}
      <Suspense>{open?.what === 'agents' && <AgentsSheet application={open.application} onClose={close} />}</Suspense>
    </>
  )
}

const Uninstall = ({ application, onClose }: { application: InstalledApplication; onClose: () => void }) => {
  const { refetch } = useEndpoint('product', 'GET /applications/installed')
  return <UninstallDialog application={application} open onClose={onClose} onDone={() => void refetch()} />
}

const Installed = ({ permissions }: { permissions: readonly string[] }) => {
  const installed = useEndpoint('product', 'GET /applications/installed')
  const own = useEndpoint('product', 'GET /applications/private')
  return (
    <Loaded query={installed} failed={FAILED} waiting={waiting}>
      {(applications) => (
        <Loaded query={own} failed={FAILED} waiting={waiting}>
          {(ownOnes) =>
            applications.length === 0 ? (
              nothing
            ) : (
              <Applications
                applications={applications}
                own={new Set(ownOnes.map(({ id }) => id))}
                scopes={new Set(permissions)}
              />
            )
          }
        </Loaded>
      )}
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
