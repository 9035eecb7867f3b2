import { INSTALLS_KEY } from '@marketplace/contracts/accounts/session'
import { useEffect, useRef } from 'react'
import { store } from './storage.ts'

// Tabs of one browser tell each other that something was installed, changed or uninstalled. What is stored for it says only when:
// whoever hears of it asks again, as whoever is signed in there.

/** Coming back to a tab is not asked about more often than this. */
const FOCUS_PAUSE_MS = 2000

const listeners = new Set<() => void>()
let isListening = false
let heardAt = 0

/** Something may have been changed elsewhere: everybody who shows it asks again. */
export const hearInstalls = (): void => {
  heardAt = Date.now()
  for (const listener of listeners) listener()
}
const hearFocus = (): void => {
  if (document.visibilityState === 'visible' && Date.now() - heardAt > FOCUS_PAUSE_MS) hearInstalls()
}

/** Tells the other tabs. */
export const tellInstalls = (): void => void store('localStorage', INSTALLS_KEY, `${Date.now()} ${Math.random()}`)

/** Hears of what another tab has changed, and of the person coming back to this one, after whatever may have happened elsewhere. */
export const onInstallsNews = (listener: () => void): (() => void) => {
  if (!isListening) {
    isListening = true
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === INSTALLS_KEY && newValue !== null) hearInstalls()
    })
    window.addEventListener('focus', hearFocus)
    document.addEventListener('visibilitychange', hearFocus)
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same for as long as a component is there; `listener` is the newest at each call. */
export const useInstallsNews = (listener: () => void): void => {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => onInstallsNews(() => latest.current()), [])
}
