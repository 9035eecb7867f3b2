import type { LucideIcon } from 'lucide-react'

type Props = { as: LucideIcon; size?: number; className?: string | undefined }

/** A drawn sign beside a text that says the same: never announced. */
export const Icon = ({ as: Drawing, size = 16, className }: Props) => (
  <Drawing aria-hidden focusable={false} size={size} strokeWidth={1.75} {...(className && { className })} />
)
