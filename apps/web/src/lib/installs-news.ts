import { INSTALLS_KEY } from '@marketplace/contracts/accounts/session'
import { useEffect, useRef } from 'react'
import { store } from './storage.ts'

// Tells other tabs of this browser that an application was installed, changed or uninstalled. The stored value holds only a time: each tab
// loads the data of the person signed in there.

/** The shortest time (ms) between two calls of the listeners because the person has returned to the tab. */
const FOCUS_PAUSE_MS = 2000

const listeners = new Set<() => void>()
let isListening = false
let heardAt = 0

/** Calls the listeners after a change outside of this browser, for example by the host product. */
export const hearInstalls = (): void => {
  heardAt = Date.now()
  for (const listener of listeners) listener()
}
const hearReturn = (): void => {
  if (document.visibilityState === 'visible' && Date.now() - heardAt > FOCUS_PAUSE_MS) hearInstalls()
}
/** Whether the focus is in a frame of this page, such as the payment provider's fields. */
let isInFrame = false
const noteBlur = (): void => {
  isInFrame = document.activeElement instanceof HTMLIFrameElement
}
const hearFocus = (): void => {
  const wasInFrame = isInFrame
  isInFrame = false
  // If the focus comes back from a frame of this page, the person has never left the page.
  if (!wasInFrame) hearReturn()
}

/** Tells the other tabs. */
export const tellInstalls = (): void => void store('localStorage', INSTALLS_KEY, `${Date.now()} ${Math.random()}`)

/**
 * Adds a listener for changes in other tabs, and for the return of the person to this tab, since much may have changed meanwhile. Returns a
 * function that removes it.
 */
export const onInstallsNews = (listener: () => void): (() => void) => {
  if (!isListening) {
    isListening = true
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === INSTALLS_KEY && newValue !== null) hearInstalls()
    })
    window.addEventListener('blur', noteBlur)
    window.addEventListener('focus', hearFocus)
    document.addEventListener('visibilitychange', hearReturn)
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same as a hook. It always calls the newest `listener`. */
export const useInstallsNews = (listener: () => void): void => {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => onInstallsNews(() => latest.current()), [])
}
