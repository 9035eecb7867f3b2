import type { SearchAnswer } from '@marketplace/contracts/search'
import { counted } from '../../ui/counted.ts'
import type { SearchState } from './search-session.ts'

export const UNAVAILABLE = 'Search is not available right now'

export const totalOf = ({ apps, partners }: SearchAnswer): number => apps.total + partners.total

/** What is said of a state to those who do not see it; nothing while an answer is on its way. */
export const announcementOf = ({ answer, status }: SearchState): string => {
  if (status === 'failed') return UNAVAILABLE
  if (status !== 'settled' || !answer) return ''
  if (totalOf(answer) === 0) return `Nothing found for “${answer.query}”`
  const { apps, partners } = answer
  const found = [
    { total: apps.total, noun: 'app' },
    { total: partners.total, noun: 'partner' },
  ].filter(({ total }) => total > 0)
  return found.map(({ total, noun }) => counted(total, noun)).join(', ')
}
