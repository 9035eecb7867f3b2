import { BadgeCheck } from 'lucide-react'
import { Icon } from './Icon.tsx'

/** The sign beside a name whose owner the marketplace has verified. */
export const VerifiedSign = ({ size = 18 }: { size?: number }) => (
  <span className="inline-flex align-[-0.2em] text-surface" title="Verified">
    <Icon as={BadgeCheck} size={size} className="fill-accent" />
    <span className="sr-only">Verified</span>
  </span>
)
