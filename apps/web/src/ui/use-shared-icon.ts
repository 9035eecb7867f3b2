import { useSyncExternalStore } from 'react'
import { useViewTransitionState } from 'react-router'

// An application can be on a page several times, but a view transition allows each name only once. The icon of the card that was used last
// is animated.
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
 * The class of the icon that is animated between a card and its page, during the transition. `card` is unique on the page. Empty on the
 * server, which animates nothing, and where a separately rendered card has no router.
 */
export const useSharedIcon: (href: string, card: string) => string | undefined =
  typeof document === 'undefined' ? useNothing : useMovingIcon
