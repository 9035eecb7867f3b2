import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A line of a list that begins with an icon. */
export const IconLine = ({ icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex min-h-8 items-center gap-3">
    <Icon as={icon} size={18} className="shrink-0 text-muted" />
    {children}
  </li>
)
