import type { PageLink } from '@marketplace/contracts/pages/parts'
import { Link } from '../../ui/Link.tsx'

/** The collections, below the filters of a list on wide screens. */
export const CollectionNav = ({ collections, current }: { collections: PageLink[]; current: string }) => (
  <nav aria-label="Collections" className="mt-8 hidden lg:block">
    <h2 className="mb-1 px-3 text-sm font-semibold">Collections</h2>
    <ul className="flex flex-col gap-0.5">
      {collections.map(({ href, name }) => (
        <li key={href}>
          <Link to={href} aria-current={href === current ? 'page' : undefined} className="nav-link">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
