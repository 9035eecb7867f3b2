import type { PageIcon } from '@marketplace/contracts/pages/parts'
import { Card } from '../../ui/Card.tsx'
import { IconTile } from '../../ui/IconTile.tsx'
import { Link } from '../../ui/Link.tsx'
import { VerifiedSign } from '../../ui/VerifiedSign.tsx'

export type PartnerTileData = { id: string; href: string; name: string; icon: PageIcon; verified: boolean; note: string }

/** `eager`: whether the tile is in the first screenful. */
type Props = { partner: PartnerTileData; eager: boolean }

/** A partner beside search results, in two lines. */
export const PartnerTile = ({ partner: { href, name, icon, verified, note }, eager }: Props) => (
  <Card as="article" interactive className="flex h-full items-center gap-3.5 p-4">
    <IconTile icon={icon} size="card" eager={eager} />
    <div className="min-w-0">
      <h3 className="line-clamp-2 text-base leading-5 font-semibold">
        <Link to={href} className="stretched">
          {name}
        </Link>{' '}
        {verified && <VerifiedSign />}
      </h3>
      <p className="truncate text-xs text-muted">{note}</p>
    </div>
  </Card>
)
