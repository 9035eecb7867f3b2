import { Blocks } from 'lucide-react'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { useShell } from '../../kit/shell.ts'
import { useTableAddress } from '../../kit/table-address.ts'
import { FindField, Toolbar } from '../../kit/Toolbar.tsx'
import { DEFAULT_SORT, SORTS } from './InstalledTable.tsx'
import { InstalledCard } from './InstalledCard.tsx'
import { INSTALLED_FAILED, pageOf } from './application-page.ts'

const List = ({ applications }: { applications: readonly InstalledApplication[] }) => {
  const { site } = useShell()
  const address = useTableAddress(SORTS, DEFAULT_SORT)
  const text = address.read('find')
  const found = applications.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      <Toolbar>
        <FindField label="Find an app" value={text} onChange={(find) => address.filter({ find })} />
      </Toolbar>
      <p className="mb-4 text-sm text-muted" role="status">
        You can use {counted(found.length, 'app')}
      </p>
      <ul className="space-y-4">
        {found.map((application) => (
          <li key={application.id}>
            <InstalledCard application={application} href={pageOf(application)} host={site} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The applications that a person without administrator rights may use. */
export const UsableApps = () => {
  const installed = useEndpoint('product', 'GET /applications/installed')
  return (
    <Loaded query={installed} failed={INSTALLED_FAILED} waiting={<Skeleton className="h-64 rounded-card" />}>
      {(applications) => {
        const usable = applications.filter((application) => application.usable)
        return usable.length === 0 ? (
          <EmptyState
            icon={Blocks}
            title="There is no app for you yet"
            action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}
          >
            Apps that your organization installs for you are listed here. Find one, and ask your administrators for it.
          </EmptyState>
        ) : (
          <List applications={usable} />
        )
      }}
    </Loaded>
  )
}
