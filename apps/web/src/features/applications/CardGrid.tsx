import type { CardData } from '@marketplace/contracts/page-data'
import { classNames } from '../../ui/class-names.ts'
import { ApplicationCard } from './ApplicationCard.tsx'

type Props = {
  cards: CardData[]
  list: string
  heading?: 'h2' | 'h3'
  /** `page`: beside a column. `row`: up to four beside each other, and on small screens one row that scrolls sideways. */
  layout: 'page' | 'row'
  /** How many cards the first screenful may show. */
  eager?: number
  /** See ApplicationCard. */
  grows?: boolean
}

const layouts = {
  page: 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3',
  row: 'scroll-row -mx-4 gap-3 px-4 py-1 sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-4 sm:overflow-visible sm:p-0 xl:grid-cols-4',
}

export const CardGrid = ({ cards, list, heading, layout, eager = 0, grows = true }: Props) => (
  <ul className={layouts[layout]}>
    {cards.map((card, index) => (
      <li key={card.id} className={classNames('min-w-0', layout === 'row' && 'w-[17.5rem] shrink-0 snap-start sm:w-auto')}>
        <ApplicationCard card={card} list={list} eager={index < eager} grows={grows} {...(heading && { heading })} />
      </li>
    ))}
  </ul>
)
