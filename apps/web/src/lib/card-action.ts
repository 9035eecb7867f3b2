import type { CardData } from '@marketplace/contracts/pages/parts'
import { type ReactNode, useSyncExternalStore } from 'react'

// The button that a card has for people who may buy. It is set once their session has loaded; the card itself carries no code for it.

type DrawAction = (card: CardData) => ReactNode

let draw: DrawAction | null = null
const listeners = new Set<() => void>()

export const offerOnCards = (next: DrawAction): void => {
  draw = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCardAction = (card: CardData): ReactNode =>
  useSyncExternalStore(
    subscribe,
    () => draw,
    () => null,
  )?.(card)
