import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { applicationIcon } from '../../../features/installs/application-icon.ts'

/** The list of bought applications. */
export const Bought = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mb-6 flex items-center gap-3 text-base font-semibold text-positive">
    <Icon as={CircleCheck} size={22} />
    <span>{children}</span>
  </p>
)

type Props = { icon: string | null; name: string; note?: ReactNode; children: ReactNode }

/** One bought application, with buttons for the next steps. */
export const BoughtCard = ({ icon, name, note, children }: Props) => (
  <Card as="article" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
    <IconTile icon={applicationIcon({ icon, name })} size="card" />
    <div className="min-w-0 grow basis-52">
      <h2 className="text-base font-semibold">{name}</h2>
      {note && <p className="text-sm text-muted">{note}</p>}
    </div>
    {children}
  </Card>
)
