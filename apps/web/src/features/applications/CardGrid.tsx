import type { CardData } from '@marketplace/contracts/pages/parts'
import { CardList, type CardListLayout } from '../../ui/CardList.tsx'
import { ApplicationCard } from './ApplicationCard.tsx'

type Props = {
  cards: CardData[]
  list: string
  heading?: 'h2' | 'h3'
  layout: CardListLayout
  /** How many of the cards may be in the first screenful. */
  eager?: number
  /** See ApplicationCard. */
  grows?: boolean
}

export const CardGrid = ({ cards, list, heading, layout, eager = 0, grows = true }: Props) => (
  <CardList items={cards} layout={layout} formOf={(index) => `application ${heading ?? ''} ${index < eager ? 'eager' : 'lazy'}`}>
    {(card, index) => (
      <ApplicationCard card={card} list={list} eager={index < eager} grows={grows} {...(heading && { heading })} />
    )}
  </CardList>
)
