import type { ExpertsPage as ExpertsPageData } from '@marketplace/contracts/pages/people'
import { UsersRound } from 'lucide-react'
import { ListLayout } from '../../../features/lists/ListLayout.tsx'
import { CampaignLinks } from '../../../features/partners/CampaignLinks.tsx'
import { ExpertGrid } from '../../../features/partners/ExpertGrid.tsx'
import { Prospects } from '../../../features/partners/Prospects.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ExpertListNav } from './ExpertListNav.tsx'

const FIRST_SCREENFUL = 6
const ALL = { href: paths.partners(), name: 'See all experts' }

const Empty = ({ path }: { path: string }) => (
  <EmptyState
    icon={UsersRound}
    title="Nobody here yet"
    action={
      path === ALL.href ? (
        <ButtonLink to={paths.apps()}>See all apps</ButtonLink>
      ) : (
        <ButtonLink to={ALL.href}>{ALL.name}</ButtonLink>
      )
    }
  >
    {path === ALL.href
      ? 'No expert has joined the program so far. The apps are one step away.'
      : 'No expert is recommended at the moment. The others are one step away.'}
  </EmptyState>
)

/** The partner experts, all of them or the recommended ones. */
export const ExpertsPage = ({ page }: { page: ExpertsPageData }) => (
  <ListLayout
    page={page}
    noun="experts"
    all={page.path === ALL.href ? null : ALL}
    nav={page.other && <ExpertListNav page={page} />}
    empty={<Empty path={page.path} />}
    after={page.prospects.length > 0 && <Prospects prospects={page.prospects} />}
  >
    {page.campaigns.length > 0 && <CampaignLinks campaigns={page.campaigns} />}
    <ExpertGrid cards={page.cards} list="list" layout="page" heading="h2" eager={FIRST_SCREENFUL} />
  </ListLayout>
)
