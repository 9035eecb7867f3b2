import type { ExpertCard as ExpertCardData } from '@marketplace/contracts/pages/people'
import { Award, Languages } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { counted } from '../../ui/counted.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconTile } from '../../ui/IconTile.tsx'
import { markAsUsed, useSharedIcon } from '../../ui/use-shared-icon.ts'
import { VerifiedSign } from '../../ui/VerifiedSign.tsx'
import { Link } from '../../ui/Link.tsx'

type Props = {
  card: ExpertCardData
  /** The id of the list that the card is in, unique on the page. */
  list: string
  heading?: 'h2' | 'h3'
  /** Whether the card is in the first screenful. */
  eager?: boolean
  /** Whether the logo is animated into the logo of the profile. Pass false where the page already shows that logo. */
  grows?: boolean
}

/** A partner expert in a list. The card has one link, the name; its clickable area is the whole card. */
export const ExpertCard = ({ card, list, heading: Heading = 'h3', eager = false, grows = true }: Props) => {
  const key = `${list}/${card.id}`
  const shared = useSharedIcon(card.href, key)
  return (
    <Card as="article" interactive className="flex h-full flex-col p-5">
      <div className="flex items-center gap-3.5">
        <IconTile icon={card.icon} size="card" eager={eager} className={shared} />
        <div className="min-w-0">
          <Heading className="line-clamp-2 text-base leading-5 font-semibold">
            <Link to={card.href} viewTransition={grows} onClick={() => markAsUsed(key)} className="stretched">
              {card.name}
            </Link>{' '}
            {card.verified && <VerifiedSign />}
          </Heading>
          {card.location && <p className="truncate text-xs text-muted">{card.location}</p>}
        </div>
      </div>
      <p className="mt-3.5 mb-3 line-clamp-2 min-h-10 text-sm text-muted">{card.headline}</p>
      <div className="mt-auto mb-3 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1.5">
        {card.recommended && (
          <Badge tone="accent" icon={Award}>
            Recommended
          </Badge>
        )}
        {card.services.length > 0 && <p className="w-full text-xs">{card.services.join(' · ')}</p>}
      </div>
      <div className="flex min-h-5 items-center justify-between gap-4 text-xs text-muted">
        {card.languages.length > 0 && (
          <p className="flex min-w-0 items-center gap-1.5">
            <Icon as={Languages} size={14} className="shrink-0" />
            <span className="truncate">
              <span className="sr-only">Speaks </span>
              {card.languages.join(', ')}
            </span>
          </p>
        )}
        {card.testimonialCount > 0 && <p className="shrink-0 tabular-nums">{counted(card.testimonialCount, 'testimonial')}</p>}
      </div>
    </Card>
  )
}
