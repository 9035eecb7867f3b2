import type { ExpertsPage } from '@marketplace/contracts/pages/people'
import { ArrowRight } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'

/** Banners that link to the campaign pages, one for each kind of help. */
export const CampaignLinks = ({ campaigns }: Pick<ExpertsPage, 'campaigns'>) => (
  <nav aria-label="By what you need" className="mb-6">
    <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4">
      {campaigns.map(({ href, name, description }) => (
        <li
          key={href}
          className="relative flex items-center gap-4 rounded-card bg-sunken px-5 py-4 transition-colors hover:bg-hover"
        >
          <div className="min-w-0 grow">
            <Link to={href} className="stretched text-sm font-semibold">
              {name}
            </Link>
            <p className="mt-0.5 line-clamp-2 text-sm text-muted">{description}</p>
          </div>
          <Icon as={ArrowRight} size={18} className="shrink-0 text-muted" />
        </li>
      ))}
    </ul>
  </nav>
)
