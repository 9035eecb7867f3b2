import { useContext, type ReactElement } from 'react'
import { ServerRenderContext, type Slots } from '../lib/server-render.ts'
import { classNames } from './class-names.ts'

/**
 * `page`: beside a column. `shelf`: over the whole width. `row`: a sample of a list, like a shelf; on small screens one row that scrolls
 * sideways. In two columns, no card is alone in the last row.
 */
export type CardListLayout = 'page' | 'shelf' | 'row'

const layouts: Record<CardListLayout, string> = {
  page: 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3',
  shelf: 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
  row: 'scroll-row -mx-4 gap-3 px-4 py-1 sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-4 sm:overflow-visible sm:p-0 even-pairs xl:grid-cols-4',
}

type Props<T> = {
  items: readonly T[]
  layout: CardListLayout
  /** The name of each card's form. Set it only if a card depends on nothing but its item, this form and its slots. */
  formOf?: (index: number, item: T) => string
  /** The parts of a card that differ from page to page, see ServerRender. */
  slotsOf?: (item: T) => Slots
  children: (item: T, index: number) => ReactElement
}

/** A grid or row of cards. */
export const CardList = <T extends { id: string }>({ items, layout, formOf, slotsOf, children: show }: Props<T>) => {
  const server = useContext(ServerRenderContext)
  const className = classNames('min-w-0', layout === 'row' && 'w-[17.5rem] shrink-0 snap-start sm:w-auto')
  return (
    <ul className={layouts[layout]}>
      {items.map((item, index) => {
        const card = show(item, index)
        return server && formOf ? (
          <li
            key={item.id}
            className={className}
            dangerouslySetInnerHTML={{ __html: server.place(item, formOf(index, item), card, slotsOf?.(item)) }}
          />
        ) : (
          <li key={item.id} className={className}>
            {card}
          </li>
        )
      })}
    </ul>
  )
}
