import type { DeveloperCard as DeveloperCardData } from '@marketplace/contracts/pages/people'
import { Card } from '../../ui/Card.tsx'
import { IconTile } from '../../ui/IconTile.tsx'
import { markAsUsed, useSharedIcon } from '../../ui/use-shared-icon.ts'
import { VerifiedSign } from '../../ui/VerifiedSign.tsx'
import { productCounts } from './product-counts.ts'
import { Link } from '../../ui/Link.tsx'

/** A developer in a list. The card has one link, the name; its clickable area is the whole card. */
export const DeveloperCard = ({ card, eager = false }: { card: DeveloperCardData; eager?: boolean }) => {
  const shared = useSharedIcon(card.href, card.id)
  return (
    <Card as="article" interactive className="flex h-full flex-col p-5">
      <div className="flex items-center gap-3.5">
        <IconTile icon={card.icon} size="card" className={shared} />
        <div className="min-w-0">
          <h2 className="line-clamp-2 text-base leading-5 font-semibold">
            <Link to={card.href} viewTransition onClick={() => markAsUsed(card.id)} className="stretched">
              {card.name}
            </Link>{' '}
            {card.verified && <VerifiedSign />}
          </h2>
          {card.country && <p className="truncate text-xs text-muted">{card.country}</p>}
        </div>
      </div>
      <p className="mt-3.5 mb-4 line-clamp-2 min-h-10 text-sm text-muted">{card.description}</p>
      <div className="mt-auto flex min-h-7 items-center justify-between gap-3">
        <p className="text-xs text-muted tabular-nums">{productCounts(card)}</p>
        <div className="flex shrink-0 gap-1.5">
          {card.icons.map((icon, index) => (
            <IconTile
              key={icon.kind === 'image' ? icon.image.src : `${icon.letters}${index}`}
              icon={icon}
              size="small"
              eager={eager}
            />
          ))}
        </div>
      </div>
    </Card>
  )
}
