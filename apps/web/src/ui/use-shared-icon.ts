import { useSyncExternalStore } from 'react'
import { useViewTransitionState } from 'react-router'

// Something can stand on a page more than once, and a view transition allows each name only once: the icon that
// moves is that of the card which was used last.
let used = ''
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const markAsUsed = (card: string): void => {
  used = card
  for (const listener of listeners) listener()
}

const useMovingIcon = (href: string, card: string): string | undefined => {
  const moving = useViewTransitionState(href)
  const isUsed = useSyncExternalStore(
    subscribe,
    () => used === card,
    () => false,
  )
  return moving && isUsed ? 'shared-icon' : undefined
}

const useNothing = (): undefined => {}

/**
 * The class of the icon that is on its way between this card and its page, while it is. `card` is unique on its page. Nothing moves
 * on a server, and a card that is rendered by itself there has no router to ask.
 */
export const useSharedIcon: (href: string, card: string) => string | undefined =
  typeof document === 'undefined' ? useNothing : useMovingIcon
