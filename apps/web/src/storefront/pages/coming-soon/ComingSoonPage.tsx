import type { ComingSoonPage as ComingSoonPageData } from '@marketplace/contracts/pages/lists'
import { CalendarDays } from 'lucide-react'
import { ComingSoonCard } from '../../../features/applications/ComingSoonCard.tsx'
import { TellMe } from '../../../features/installs/TellMe.tsx'
import { paths } from '../../../lib/paths.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { CardList } from '../../../ui/CardList.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'

const FIRST_SCREENFUL = 8

/** The applications that are accepted but not published yet. */
export const ComingSoonPage = ({ page }: { page: ComingSoonPageData }) => (
  <div className="wrap">
    <Breadcrumbs steps={page.breadcrumbs} />
    <h1 className="mt-4 text-3xl font-semibold md:text-4xl">{page.heading}</h1>
    <p className="mt-2 max-w-2xl text-base text-muted md:text-lg">{page.description}</p>
    <div className="mt-8 lg:mt-10">
      {page.cards.length === 0 ? (
        <EmptyState
          icon={CalendarDays}
          title="Nothing on its way right now"
          action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}
        >
          Every app that our reviewers have accepted is already published.
        </EmptyState>
      ) : (
        <CardList items={page.cards} layout="shelf">
          {(card, index) => (
            <ComingSoonCard card={card} eager={index < FIRST_SCREENFUL}>
              <TellMe id={card.id} name={card.name} />
            </ComingSoonCard>
          )}
        </CardList>
      )}
    </div>
  </div>
)
