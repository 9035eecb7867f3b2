import type { Badge as BadgeName } from '@marketplace/contracts/page-data'
import { BadgeCheck, Sparkles, Wrench } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** The sign beside a name that the marketplace has checked who is behind it. */
export const VerifiedSign = ({ badges, size = 18 }: { badges: BadgeName[]; size?: number }) =>
  badges.includes('verified') && (
    <span className="inline-flex align-[-0.2em] text-surface" title="Verified">
      <Icon as={BadgeCheck} size={size} className="fill-accent" />
      <span className="sr-only">Verified</span>
    </span>
  )

/** The badges that are words. */
export const BadgeList = ({ badges, withVerified = false }: { badges: BadgeName[]; withVerified?: boolean }) => (
  <>
    {withVerified && badges.includes('verified') && (
      <Badge tone="accent" icon={BadgeCheck}>
        Verified
      </Badge>
    )}
    {badges.includes('ai-powered') && (
      <Badge tone="neutral" icon={Sparkles}>
        AI powered
      </Badge>
    )}
    {badges.includes('under-maintenance') && (
      <Badge tone="warning" icon={Wrench}>
        Under maintenance
      </Badge>
    )}
  </>
)
