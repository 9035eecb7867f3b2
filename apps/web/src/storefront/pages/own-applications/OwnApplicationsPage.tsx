import type { Application } from '@marketplace/contracts/application'
import type { OwnApplicationsPage as OwnApplicationsPageData, SiteData } from '@marketplace/contracts/page-data'
import { formatDate } from '@marketplace/domain/dates'
import { FileClock, LockKeyhole } from 'lucide-react'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { SignedIn } from '../../../features/session/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { openedSession } from '../../../lib/session/start.ts'
import { whoOf } from '../../../lib/session/store.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardList } from '../../../ui/CardList.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Link } from '../../../ui/Link.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { EmbeddedApplications } from './EmbeddedApplications.tsx'

const PRIVATE = {
  endpoint: 'GET /applications/private',
  icon: LockKeyhole,
  failed: "Apps list couldn't be loaded",
  intro: 'There for your organization only, and in no list of the marketplace.',
  empty: 'No private apps',
  why: 'What your organization builds for itself alone stands here.',
  signIn: 'Sign in to see the apps that are there for your organization only.',
} as const

const LISTS = {
  private: { ...PRIVATE, path: paths.privateApp },
  'embedded-private': { ...PRIVATE, path: paths.embeddedPrivateApp },
  'in-review': {
    endpoint: 'GET /applications/reviewed',
    path: paths.inReviewApp,
    icon: FileClock,
    failed: "In review app list couldn't be loaded",
    intro: 'Submitted and waiting for our reviewers, the longest waiting first.',
    empty: 'Nothing is in review',
    why: 'What is submitted to our reviewers stands here until they have decided.',
    signIn: 'Sign in to see which of your apps are in review.',
  },
} as const

type Of = keyof typeof LISTS

const OwnCard = ({ application, of }: { application: Application; of: Of }) => (
  <Card as="article" interactive className="flex h-full flex-col p-5">
    <div className="flex items-center gap-3.5">
      <IconTile icon={applicationIcon(application)} size="card" />
      <div className="min-w-0">
        <h2 className="line-clamp-2 text-base leading-5 font-semibold">
          <Link to={LISTS[of].path(application.slug)} className="stretched">
            {application.name}
          </Link>
        </h2>
        {application.company && <p className="truncate text-xs text-muted">{application.company.name}</p>}
      </div>
    </div>
    <p className="mt-3.5 mb-3 line-clamp-2 min-h-10 text-sm text-muted">{application.shortDescription}</p>
    {of === 'in-review' && application.submittedAt && (
      <p className="mt-auto text-xs text-muted">Submitted {formatDate(new Date(application.submittedAt))}</p>
    )}
  </Card>
)

const waiting = (
  <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    <Skeleton className="h-40 rounded-card" />
    <Skeleton className="h-40 rounded-card" />
    <Skeleton className="h-40 rounded-card" />
  </div>
)

const Applications = ({ who, of }: { who: string; of: Of }) => {
  const { endpoint, failed, icon, empty, why } = LISTS[of]
  const { loaded, reload } = useLoaded(`${who} ${of}`, async () => (await openedSession()).call(endpoint))
  if (loaded.status === 'loading') return waiting
  if (loaded.status === 'failed') return <LoadFailure title={failed} onRetry={reload} />
  if (loaded.value.length === 0)
    return (
      <EmptyState icon={icon} title={empty} action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}>
        {why}
      </EmptyState>
    )
  return (
    <CardList items={loaded.value} layout="shelf">
      {(application) => <OwnCard application={application} of={of} />}
    </CardList>
  )
}

/** Applications that are not public: private ones, or those in review. Or those that a host product shows in its own pages. */
export const OwnApplicationsPage = ({ page, site }: { page: OwnApplicationsPageData; site: SiteData }) => {
  const { of } = page
  const intro = of === 'embedded' ? `All that works with ${site.listedFor}.` : LISTS[of].intro
  return (
    <div className="wrap">
      <Breadcrumbs steps={page.breadcrumbs} />
      <h1 className="mt-4 text-3xl font-semibold md:text-4xl">{page.heading}</h1>
      <p className="mt-2 mb-8 max-w-2xl text-base text-muted md:text-lg">{intro}</p>
      {of === 'embedded' ? (
        <EmbeddedApplications waiting={waiting} />
      ) : (
        <SignedIn what={LISTS[of].signIn} base={site.signInBase} waiting={waiting}>
          {(data) => <Applications who={whoOf(data)} of={of} />}
        </SignedIn>
      )}
    </div>
  )
}
