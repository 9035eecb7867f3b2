import type { DevelopersPage as DevelopersPageData } from '@marketplace/contracts/pages/people'
import { Building2 } from 'lucide-react'
import { DeveloperCard } from '../../../features/developers/DeveloperCard.tsx'
import { developerSorts } from '../../../features/developers/developer-sorts.ts'
import { ListLayout } from '../../../features/lists/ListLayout.tsx'
import { SortForm } from '../../../features/lists/SortForm.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { CardList } from '../../../ui/CardList.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'

const FIRST_SCREENFUL = 9

/** The list of developers. */
export const DevelopersPage = ({ page }: { page: DevelopersPageData }) => (
  <ListLayout
    page={page}
    noun="developers"
    sort={<SortForm page={page} options={developerSorts} />}
    empty={
      <EmptyState icon={Building2} title="Nobody here yet" action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}>
        No developer has published anything so far.
      </EmptyState>
    }
  >
    <CardList items={page.cards} layout="page">
      {(card, index) => <DeveloperCard card={card} eager={index < FIRST_SCREENFUL} />}
    </CardList>
  </ListLayout>
)
