import type { Application } from '@marketplace/contracts/catalogue/schemas'
import { formatInstant } from '@marketplace/domain/dates'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardList } from '../../../ui/CardList.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { useShell } from '../../kit/shell.ts'
import { EmbeddedApplications } from './EmbeddedApplications.tsx'
import { LISTS, type OwnList, useListName } from './lists.ts'

const OwnCard = ({ application, of }: { application: Application; of: OwnList }) => (
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
      <p className="mt-auto text-xs text-muted">Submitted {formatInstant(application.submittedAt)}</p>
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

const Applications = ({ of }: { of: OwnList }) => {
  const { endpoint, failed, icon, empty, why } = LISTS[of]
  return (
    <Loaded query={useEndpoint('product', endpoint)} failed={failed} waiting={waiting}>
      {(applications) =>
        applications.length === 0 ? (
          <EmptyState icon={icon} title={empty} action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}>
            {why}
          </EmptyState>
        ) : (
          <CardList items={applications} layout="shelf">
            {(application) => <OwnCard application={application} of={of} />}
          </CardList>
        )
      }
    </Loaded>
  )
}

/** The list of the organization's private applications, of those in review, or of those that a host product embeds. */
export const OwnApplicationsPage = () => {
  const { site } = useShell()
  const screen = useScreen()
  const list = useListName()
  if (list === 'embedded')
    return (
      <Page screen={screen} intro={`All that works with ${site.listedFor}.`}>
        <EmbeddedApplications waiting={waiting} />
      </Page>
    )
  return (
    <Page screen={screen} intro={LISTS[list].intro}>
      <SignedIn what={LISTS[list].signIn} waiting={waiting}>
        {() => <Applications of={list} />}
      </SignedIn>
    </Page>
  )
}
