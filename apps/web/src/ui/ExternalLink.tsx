import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

/** A text link to another site, in a new tab. */
export const ExternalLink = ({ href, className, children }: { href: string; className?: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="nofollow noopener"
    className={classNames('inline-flex max-w-full min-w-0 items-center gap-1 underline-offset-4 hover:underline', className)}
  >
    <span className="min-w-0">{children}</span>
    <Icon as={ArrowUpRight} size={14} className="shrink-0 text-muted" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)
