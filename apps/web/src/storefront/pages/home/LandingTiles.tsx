import type { HomePage } from '@marketplace/contracts/pages/lists'
import { ArrowRight, MessagesSquare, ShoppingCart, Sparkles, Tag, type LucideIcon } from 'lucide-react'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../ui/Link.tsx'

const icons: ReadonlyMap<string, LucideIcon> = new Map([
  ['saas-deals', Tag],
  ['omnichannel-communication', MessagesSquare],
  ['enhance-ecommerce', ShoppingCart],
])

/** Tiles with links to lists that have their own address. */
export const LandingTiles = ({ landings }: Pick<HomePage, 'landings'>) => (
  <ul className="scroll-row -mx-4 gap-3 px-4 py-1 md:mx-0 md:grid md:grid-cols-3 md:gap-4 md:overflow-visible md:p-0">
    {landings.map(({ slug, href, name, description }) => (
      <li
        key={slug}
        className="relative w-[17.5rem] shrink-0 snap-start rounded-card bg-sunken p-5 transition-colors hover:bg-hover md:w-auto"
      >
        <Icon as={icons.get(slug) ?? Sparkles} size={20} className="text-muted" />
        <h3 className="mt-3 text-base font-semibold">
          <Link to={href} className="stretched inline-flex items-center gap-1.5">
            {name}
            <Icon as={ArrowRight} />
          </Link>
        </h3>
        <p className="mt-1 text-sm text-muted">{description}</p>
      </li>
    ))}
  </ul>
)
