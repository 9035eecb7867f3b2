import { type EstateTab, estatePaths, isEstateTab } from '@marketplace/contracts/pages/estate-paths'
import { hasPermission } from '@marketplace/domain/permissions'
import { type ComponentType, lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { AppsPanel } from './AppsPanel.tsx'
import { UsableApps } from './UsableApps.tsx'

const PANELS: Readonly<Record<EstateTab, ComponentType>> = {
  access: lazy(async () => ({ default: (await import('./AccessPanel.tsx')).AccessPanel })),
  activity: lazy(async () => ({ default: (await import('./ActivityPanel.tsx')).ActivityPanel })),
  rules: lazy(async () => ({ default: (await import('./RulesPanel.tsx')).RulesPanel })),
  receipts: lazy(async () => ({ default: (await import('./ReceiptsPanel.tsx')).ReceiptsPanel })),
}
const TABS: readonly { tab: EstateTab | null; name: string }[] = [
  { tab: null, name: 'Apps' },
  { tab: 'access', name: 'Access' },
  { tab: 'activity', name: 'Activity' },
  { tab: 'rules', name: 'Rules' },
  { tab: 'receipts', name: 'Removed' },
]

const waiting = <Skeleton className="h-64 rounded-card" />

/** The tabs for administrators. */
const Estate = ({ permissions }: { permissions: readonly string[] }) => {
  const [asked] = (useParams()['*'] ?? '').split('/')
  const tab = isEstateTab(asked) ? asked : null
  const Panel = tab && PANELS[tab]
  return (
    <>
      <div className="mb-6 max-w-full overflow-x-auto">
        <Tabs
          label="My apps"
          tabs={TABS.map(({ tab: each, name }) => ({
            name,
            to: each ? estatePaths.tab(each) : paths.myApps(),
            current: each === tab,
          }))}
        />
      </div>
      {Panel ? (
        <Suspense fallback={waiting}>
          <Panel />
        </Suspense>
      ) : (
        <AppsPanel permissions={permissions} />
      )}
    </>
  )
}

/** My apps. Administrators see everything about the organization's applications; everybody else sees the applications that they may use. */
export const MyAppsPage = () => (
  <Page screen={useScreen()}>
    <SignedIn what="Sign in to see what your organization has installed." waiting={waiting}>
      {(_, permissions) =>
        hasPermission(new Set(permissions), 'installApplications') ? <Estate permissions={permissions} /> : <UsableApps />
      }
    </SignedIn>
  </Page>
)
