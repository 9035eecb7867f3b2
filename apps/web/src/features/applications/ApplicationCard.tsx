import type { CardData } from '@marketplace/contracts/pages/parts'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCardAction } from '../../lib/card-action.ts'
import { useInstalled } from '../../lib/installs.ts'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconTile } from '../../ui/IconTile.tsx'
import { RatingSummary } from '../../ui/Rating.tsx'
import { markAsUsed, useSharedIcon } from '../../ui/use-shared-icon.ts'
import { VerifiedSign } from '../../ui/VerifiedSign.tsx'
import { BadgeList } from './Badges.tsx'
import { PriceLine } from './PriceLine.tsx'
import { Link } from '../../ui/Link.tsx'

type Props = {
  card: CardData
  /** The id of the list that the card is in, unique on the page. */
  list: string
  heading?: 'h2' | 'h3'
  /** Whether the card is in the first screenful. */
  eager?: boolean
  /** Whether the icon is animated into the icon of the application's page. Pass false where the page already shows that icon. */
  grows?: boolean
  className?: string
  /** Name and description with markup, instead of the card's plain texts. */
  name?: ReactNode
  description?: ReactNode
}

/** The price, or "Installed". Both take one line, so that nothing moves once the installed applications have loaded. */
const PriceOrInstalled = ({ card }: { card: CardData }) =>
  useInstalled(card.id) ? (
    <span className="inline-flex items-center gap-1 font-semibold text-positive">
      <Icon as={BadgeCheck} />
      Installed
    </span>
  ) : (
    <PriceLine price={card.price} />
  )

/** An application in a list. The name is the one link; the whole card is its target. */
export const ApplicationCard = ({
  card,
  list,
  heading: Heading = 'h3',
  eager = false,
  grows = true,
  className,
  name = card.name,
  description = card.shortDescription,
}: Props) => {
  const key = `${list}/${card.id}`
  const shared = useSharedIcon(card.href, key)
  const hasRow = card.badges.some((badge) => badge !== 'verified')
  return (
    <Card
      as="article"
      interactive
      className={classNames('unseen flex h-full flex-col p-5', hasRow && 'unseen-taller', className)}
    >
      <div className="flex items-center gap-3.5">
        <IconTile icon={card.icon} size="card" eager={eager} className={shared} />
        <div className="min-w-0">
          <Heading className="line-clamp-2 text-base leading-5 font-semibold">
            <Link to={card.href} viewTransition={grows} onClick={() => markAsUsed(key)} className="stretched">
              {name}
            </Link>{' '}
            {card.badges.includes('verified') && <VerifiedSign />}
          </Heading>
          {card.developer && <p className="truncate text-xs text-muted">{card.developer}</p>}
        </div>
      </div>
      <p className="mt-3.5 mb-3 line-clamp-2 min-h-10 text-sm text-muted">{description}</p>
      <div className="mt-auto mb-3 flex flex-wrap gap-1.5">
        <BadgeList badges={card.badges} />
      </div>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span className="flex min-w-0 items-baseline gap-1">
          <PriceOrInstalled card={card} />
          {useCardAction(card)}
        </span>
        {card.rating && <RatingSummary {...card.rating} className="shrink-0" />}
      </div>
    </Card>
  )
}
