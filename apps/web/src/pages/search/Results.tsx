import type { SearchPage } from '@marketplace/contracts/page-data'
import { ApplicationCard } from '../../features/applications/ApplicationCard.tsx'
import { Marked } from '../../features/search/Marked.tsx'
import { CardList } from '../../ui/CardList.tsx'

const FIRST_SCREENFUL = 6

/** The applications and services that were found, with what was asked for marked. Such a card is on this page alone. */
export const Results = ({ page: { cards, marks } }: { page: SearchPage }) => (
  <CardList items={cards} layout="page">
    {(card, index) => {
      const marked = marks[card.id]
      return (
        <ApplicationCard
          card={card}
          list="list"
          heading="h2"
          eager={index < FIRST_SCREENFUL}
          className="[&_mark]:bg-transparent [&_mark]:font-semibold [&_mark]:text-accent"
          {...(marked && {
            name: <Marked parts={marked.name} />,
            description: <Marked parts={marked.shortDescription} />,
          })}
        />
      )
    }}
  </CardList>
)
