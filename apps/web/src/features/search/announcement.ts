import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import { counted } from '../../ui/counted.ts'
import type { SearchState } from './search-session.ts'

export const UNAVAILABLE = 'Search is not available right now'

/** Announced before the hits if none of them matches exactly. */
export const NEAREST = 'These are the nearest matches'

export const nothingFound = (text: string): string => `Nothing found for “${text}”`

/** Whether all hits are only similar to the search text. */
export const isNearest = ({ apps, partners }: SearchAnswer): boolean =>
  apps.total + partners.total > 0 && [apps, partners].every(({ total, nearest }) => total === 0 || nearest)

export const totalOf = ({ apps, partners }: SearchAnswer): number => apps.total + partners.total

/** The announcement of a state for screen readers; empty while an answer loads. */
export const announcementOf = ({ answer, status }: SearchState): string => {
  if (status === 'failed') return UNAVAILABLE
  if (status !== 'settled' || !answer) return ''
  if (totalOf(answer) === 0) return nothingFound(answer.query)
  const { apps, partners } = answer
  const found = [
    { ...apps, noun: 'app' },
    { ...partners, noun: 'partner' },
  ].filter(({ total }) => total > 0)
  if (isNearest(answer))
    return `${nothingFound(answer.query)}. ${NEAREST}: ${found.map(({ total, noun }) => counted(total, noun)).join(', ')}`
  return found.map(({ total, nearest, noun }) => counted(total, nearest ? `similar ${noun}` : noun)).join(', ')
}
