import type { LucideIcon } from 'lucide-react'
import { Icon } from './Icon.tsx'

type Props = { icon: LucideIcon; title: string; description: string | null }

/** A point of a list: an icon, a title, and an optional description. */
export const TitledPoint = ({ icon, title, description }: Props) => (
  <li className="flex min-w-0 gap-3">
    <Icon as={icon} size={18} className="mt-[3px] shrink-0 text-muted" />
    <div className="min-w-0">
      <p className="font-semibold">{title}</p>
      {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
    </div>
  </li>
)
