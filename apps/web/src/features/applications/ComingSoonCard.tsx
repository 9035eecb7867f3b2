import type { ComingSoonCard as ComingSoonCardData } from '@marketplace/contracts/pages/lists'
import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconTile } from '../../ui/IconTile.tsx'
import { Link } from '../../ui/Link.tsx'

const link = 'inline-flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline'

type Props = { card: ComingSoonCardData; eager?: boolean; children: ReactNode }

/** An application that is not published yet. It has no page, so the card links only to its developer and its categories. */
export const ComingSoonCard = ({ card, eager = false, children }: Props) => (
  <Card as="article" className="flex h-full flex-col p-5">
    <div className="flex items-center gap-3.5">
      <IconTile icon={card.icon} size="card" eager={eager} />
      <div className="min-w-0">
        <h2 className="line-clamp-2 text-base leading-5 font-semibold">{card.name}</h2>
        {card.developer?.href ? (
          <Link to={card.developer.href} className={`${link} max-w-full text-xs text-muted`}>
            <span className="truncate">{card.developer.name}</span>
          </Link>
        ) : (
          card.developer && <p className="truncate text-xs text-muted">{card.developer.name}</p>
        )}
      </div>
    </div>
    <p className="mt-3.5 mb-4 text-sm text-muted">{card.shortDescription}</p>
    <div className="mt-auto flex min-h-6 flex-wrap items-center justify-between gap-x-4 text-xs text-muted">
      <p className="flex items-center gap-1.5">
        <Icon as={CalendarDays} size={14} className="shrink-0" />
        {card.expected ? `Expected ${card.expected}` : 'Date not set'}
      </p>
      {card.category && (
        <Link to={card.category.href} className={link}>
          {card.category.name}
        </Link>
      )}
    </div>
    {children}
  </Card>
)
