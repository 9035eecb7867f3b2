import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

const tones = {
  neutral: 'bg-sunken text-ink',
  accent: 'bg-accent-soft text-accent',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
}

type Props = { tone?: keyof typeof tones; icon?: LucideIcon; className?: string; children: ReactNode }

export const Badge = ({ tone = 'neutral', icon, className, children }: Props) => (
  <span
    className={classNames(
      'inline-flex min-h-6 items-center gap-1 rounded-full px-2 text-2xs font-semibold whitespace-nowrap',
      tones[tone],
      className,
    )}
  >
    {icon && <Icon as={icon} size={13} />}
    {children}
  </span>
)
