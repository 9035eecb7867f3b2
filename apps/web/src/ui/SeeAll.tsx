import { ArrowRight } from 'lucide-react'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

/** The way from a few to the whole list; `of` says which list to those who hear the link alone. */
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
