import type { CardData } from '@marketplace/contracts/pages/parts'
import { uniqueBy } from '../../lib/unique-by.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconTile } from '../../ui/IconTile.tsx'

const ROWS = 3
const MOST_COLUMNS = 5
/** The fewest columns. With fewer icons the mosaic is not shown. */
const FEWEST_COLUMNS = 3

/**
 * The icons of a list's applications as a picture. It has no text and no links. The icons load lazily, since small screens never show
 * them.
 */
export const IconMosaic = ({ cards }: { cards: CardData[] }) => {
  const known = uniqueBy(cards, ({ id }) => id)
  const width = Math.min(MOST_COLUMNS, Math.floor(known.length / ROWS))
  const shown = known.slice(0, width * ROWS)
  const columns = Array.from({ length: width }, (_, column) => shown.filter((_, index) => index % width === column))
  return (
    width >= FEWEST_COLUMNS && (
      <div aria-hidden className="hidden shrink-0 gap-4 lg:flex xl:gap-5">
        {columns.map((column, index) => (
          <div key={column[0]?.id} className={classNames('flex flex-col gap-4 xl:gap-5', index % 2 === 0 ? 'pt-10' : 'pb-10')}>
            {column.map((card) => (
              <IconTile key={card.id} icon={card.icon} size="mosaic" className="shadow-card" />
            ))}
          </div>
        ))}
      </div>
    )
  )
}
