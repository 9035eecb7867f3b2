import { CircleUserRound } from 'lucide-react'
import type { SessionData } from '../../lib/session/state.ts'
import { Icon } from '../../ui/Icon.tsx'

/** The first letters of the first and the last word: "Nora Windt" becomes NW. */
const initials = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('')
}

/** The page's policy allows only pictures of its own origin. */
const isOurs = (address: string): boolean => URL.parse(address, window.location.href)?.origin === window.location.origin

/** The picture of an account if it is on this origin, otherwise its initials. */
export const Avatar = ({ name, avatar }: Pick<SessionData, 'name' | 'avatar'>) => (
  <span className="relative inline-flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft text-2xs font-semibold text-accent">
    {avatar && isOurs(avatar) ? (
      <img src={avatar} alt="" width={32} height={32} className="size-full object-cover" />
    ) : name ? (
      initials(name).toUpperCase()
    ) : (
      <Icon as={CircleUserRound} size={20} />
    )}
  </span>
)
