import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

type Props = { icon: LucideIcon; title: string; children: ReactNode; action: ReactNode }

/** Shown instead of an empty list, with a link to go on. */
export const EmptyState = ({ icon, title, children, action }: Props) => (
  <div className="flex flex-col items-center rounded-panel border border-dashed border-control/50 px-6 py-16 text-center">
    <span className="mb-5 inline-flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
      <Icon as={icon} size={22} />
    </span>
    <p className="text-lg font-semibold">{title}</p>
    <p className="mt-1 mb-6 max-w-md text-sm text-muted">{children}</p>
    {action}
  </div>
)
