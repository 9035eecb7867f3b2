import type { ExpertCard as ExpertCardData } from '@marketplace/contracts/pages/people'
import { CardList, type CardListLayout } from '../../ui/CardList.tsx'
import { ExpertCard } from './ExpertCard.tsx'

type Props = {
  cards: ExpertCardData[]
  list: string
  heading?: 'h2' | 'h3'
  layout: CardListLayout
  /** The number of cards that may be in the first screenful. */
  eager?: number
  /** See ExpertCard. */
  grows?: boolean
}

export const ExpertGrid = ({ cards, list, heading, layout, eager = 0, grows = true }: Props) => (
  <CardList items={cards} layout={layout}>
    {(card, index) => <ExpertCard card={card} list={list} eager={index < eager} grows={grows} {...(heading && { heading })} />}
  </CardList>
)
