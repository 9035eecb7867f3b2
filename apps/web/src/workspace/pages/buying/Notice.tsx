import { Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/Icon.tsx'

const TONES = {
  note: { look: 'bg-sunken text-ink', icon: Info },
  warning: { look: 'bg-warning-soft text-warning', icon: TriangleAlert },
  danger: { look: 'border border-danger text-danger', icon: TriangleAlert },
}

type Props = {
  tone?: keyof typeof TONES
  icon?: LucideIcon
  role?: 'status' | 'alert' | 'note'
  className?: string
  children: ReactNode
}

/** A box with an important message. */
export const Notice = ({ tone = 'note', icon, role = 'note', className, children }: Props) => (
  <div role={role} className={classNames('flex gap-3 rounded-card px-5 py-4 text-sm', TONES[tone].look, className)}>
    <Icon as={icon ?? TONES[tone].icon} size={18} className="mt-px shrink-0" />
    <div className="min-w-0 grow">{children}</div>
  </div>
)
