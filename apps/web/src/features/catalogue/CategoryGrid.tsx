import type { CountedLink } from '@marketplace/contracts/pages/parts'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { categoryIcon } from './category-icon.ts'
import { Link } from '../../ui/Link.tsx'
import { grouped } from '../../ui/counted.ts'

/** All categories as tiles, each with its number of applications. */
export const CategoryGrid = ({ categories }: { categories: CountedLink[] }) => (
  <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4">
    {categories.map(({ slug, href, name, count }) => (
      // If the last tile is alone in its row, it fills the row.
      <li key={slug} className="max-sm:last:odd:col-span-2 sm:max-lg:last:nth-[3n+1]:col-span-3 lg:last:nth-[4n+1]:col-span-4">
        <Card interactive className="flex h-full items-center gap-3 p-3 sm:p-4">
          <span className="hidden size-10 shrink-0 items-center justify-center rounded-control bg-sunken sm:inline-flex">
            <Icon as={categoryIcon(slug)} size={19} />
          </span>
          <span className="min-w-0">
            <Link to={href} className="stretched block text-sm leading-5 font-semibold sm:text-base sm:leading-5">
              {name}
            </Link>
            <span className="text-xs text-muted tabular-nums">
              {grouped(count)} {count === 1 ? 'app' : 'apps'}
            </span>
          </span>
        </Card>
      </li>
    ))}
  </ul>
)
