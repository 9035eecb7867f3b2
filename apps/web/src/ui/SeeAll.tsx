import { ArrowRight } from 'lucide-react'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

/** The link from a few items to the whole list. `of` names the list for screen readers. */
export const SeeAll = ({ to, of }: { to: string; of: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-6 shrink-0 items-center gap-1 text-sm font-semibold underline-offset-4 hover:underline"
  >
    See all
    <span className="sr-only"> of {of}</span>
    <Icon as={ArrowRight} />
  </Link>
)
