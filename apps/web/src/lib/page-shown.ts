const listeners = new Set<() => void>()

/** Adds a listener that is called after each page is in the document. */
export const onPageShown = (listener: () => void): void => void listeners.add(listener)

export const announcePageShown = (): void => {
  for (const listener of listeners) listener()
}
