import type { Badge as BadgeName } from '@marketplace/contracts/pages/parts'
import { BadgeCheck, Sparkles, Wrench } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'

/** The badges that are shown as text. */
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
