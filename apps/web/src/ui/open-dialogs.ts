import { useSyncExternalStore } from 'react'

let opened: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const set = (next: readonly HTMLDialogElement[]): void => {
  opened = next
  for (const listener of listeners) listener()
}
export const addDialog = (dialog: HTMLDialogElement): void => set([...opened, dialog])
export const removeDialog = (dialog: HTMLDialogElement): void => set(opened.filter((other) => other !== dialog))

/** The topmost open dialog. A closed one stays in the list until its close event arrives. */
export const topDialog = (): HTMLDialogElement | null => opened.findLast(({ open }) => open) ?? null
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    topDialog,
    () => null,
  )
