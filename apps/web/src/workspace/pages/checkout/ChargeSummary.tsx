import { type ReactNode, useState } from 'react'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { ChargeSums } from './ChargeSums.tsx'
import type { Charge } from '../../../lib/purchases/charge-status.ts'

/** The seller's picture; if it does not load, the application's icon. */
const Picture = ({ charge: { application, name }, src }: { charge: Charge; src: string | null }) => {
  const [failed, setFailed] = useState(false)
  if (src && !failed)
    return (
      <img
        src={src}
        alt=""
        width={52}
        height={52}
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
        className="size-13 shrink-0 rounded-[12px] bg-white object-contain"
      />
    )
  return <IconTile icon={applicationIcon({ icon: application?.icon ?? null, name: application?.name ?? name })} size="card" />
}

type Props = { charge: Charge; icon: string | null; seller: string | null; description: string | null; children?: ReactNode }

/** The name, description and price of a charge. Picture and description come from the seller; `children` are shown above the amounts. */
export const ChargeSummary = ({ charge, icon, seller, description, children }: Props) => (
  <>
    <div className="mb-4 flex items-center gap-3">
      <Picture charge={charge} src={icon} />
      <div className="min-w-0">
        <p className="font-semibold">{charge.name}</p>
        {seller && <p className="text-xs text-muted">{seller} asks for it</p>}
      </div>
    </div>
    {description && <p className="mb-4 text-sm break-words text-muted">{description}</p>}
    {children}
    <ChargeSums charge={charge} />
  </>
)

export const DeclineButton = ({ decline }: { decline: { busy: boolean; run: () => Promise<unknown> } }) => (
  <Button variant="quiet" className="w-full" disabled={decline.busy} aria-busy={decline.busy} onClick={() => void decline.run()}>
    Decline
  </Button>
)
