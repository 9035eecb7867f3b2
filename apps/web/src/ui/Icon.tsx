import type { LucideIcon } from 'lucide-react'

type Props = { as: LucideIcon; size?: number; className?: string | undefined }

/** An icon beside a text with the same meaning, so it is hidden from screen readers. */
export const Icon = ({ as: Drawing, size = 16, className }: Props) => (
  <Drawing aria-hidden focusable={false} size={size} strokeWidth={1.75} {...(className && { className })} />
)
