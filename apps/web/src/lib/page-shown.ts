const listeners = new Set<() => void>()

/** Calls back whenever a page has come up, once it stands in the document. */
export const onPageShown = (listener: () => void): void => void listeners.add(listener)

export const announcePageShown = (): void => {
  for (const listener of listeners) listener()
}
