import type { ExpertsPage } from '@marketplace/contracts/pages/people'
import { paths } from '../../../lib/paths.ts'
import { Link } from '../../../ui/Link.tsx'

const LISTS = [
  { path: paths.partners(), name: 'All experts' },
  { path: paths.recommendedPartners(), name: 'Recommended' },
]

/** Links to the two lists of experts. They keep the filters. */
export const ExpertListNav = ({ page: { path, query } }: { page: ExpertsPage }) => (
  <nav aria-label="Lists of experts">
    <ul className="flex gap-2 lg:flex-col lg:gap-0.5">
      {LISTS.map((list) => (
        <li key={list.path}>
          <Link
            to={paths.listing(list.path, { ...query, page: 1 })}
            aria-current={list.path === path ? 'page' : undefined}
            className="nav-link"
          >
            {list.name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
