import type { ApplicationHit } from '@marketplace/contracts/search/schemas'
import { Monogram } from '../../ui/Monogram.tsx'

const PX = 40

/** The picture of a hit, or its letters. */
export const HitIcon = ({ icon, monogram }: Pick<ApplicationHit, 'icon' | 'monogram'>) => (
  <span className="relative block size-10 shrink-0 overflow-hidden rounded-[9px] bg-white">
    {icon ? (
      <img src={icon} width={PX} height={PX} alt="" decoding="async" className="size-full object-contain" />
    ) : (
      monogram && <Monogram {...monogram} />
    )}
    <span className="absolute inset-0 rounded-[inherit] ring-1 ring-black/8 ring-inset dark:ring-white/10" />
  </span>
)
