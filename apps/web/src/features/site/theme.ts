import { useSyncExternalStore } from 'react'
import { readStored, store } from '../../lib/storage.ts'

/** Local storage key of the theme: "true" is light, "false" is dark, absent is the system's. */
export const THEME_KEY = 'lc-light-theme'
export const LIGHT_CLASS = 'lc-light-theme'
export const DARK_CLASS = 'lc-dark-theme'

/**
 * Session storage key of the host's theme, in a frame: the last "light" or "dark" that the host sent, followed by " left" once the person
 * has chosen another theme in the frame.
 */
export const HOST_THEME_KEY = 'marketplace-host-theme'
const LEFT = ' left'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const themeOf = (stored: string | null): Theme => (stored === 'true' ? 'light' : stored === 'false' ? 'dark' : 'system')
const storedAs: Record<Theme, string | null> = { system: null, light: 'true', dark: 'false' }

/** Reads the choice from the document's classes, since storage may be refused. */
const current = (): Theme => {
  const { classList } = document.documentElement
  return classList.contains(LIGHT_CLASS) ? 'light' : classList.contains(DARK_CLASS) ? 'dark' : 'system'
}

const listeners = new Set<() => void>()

const show = (theme: Theme): void => {
  const { classList } = document.documentElement
  classList.toggle(LIGHT_CLASS, theme === 'light')
  classList.toggle(DARK_CLASS, theme === 'dark')
  for (const listener of listeners) listener()
}

/** The host's last theme, and whether the frame still follows it. */
const hostTheme = (): { said: string; isFollowed: boolean } | null => {
  const kept = window.parent === window ? null : readStored('sessionStorage', HOST_THEME_KEY)
  return kept === null ? null : { said: kept.replace(LEFT, ''), isFollowed: !kept.endsWith(LEFT) }
}

/** Sets the theme that the person chose for all pages of the marketplace. */
export const chooseTheme = (theme: Theme): void => {
  const host = hostTheme()
  if (host) store('sessionStorage', HOST_THEME_KEY, host.said + LEFT)
  store('localStorage', THEME_KEY, storedAs[theme])
  show(theme)
}

/** Shows the host's theme in its frame. The person's own choice for other pages stays. */
export const followHostTheme = (theme: 'light' | 'dark'): void => {
  // Hosts send their theme to each new document. A repeated one must not undo the person's choice.
  if (hostTheme()?.said === theme) return
  store('sessionStorage', HOST_THEME_KEY, theme)
  show(theme)
}

/** Another tab has changed the theme. */
const onStorage = (event: StorageEvent): void => {
  if (hostTheme()?.isFollowed) return
  if (event.key === THEME_KEY || event.key === null) show(themeOf(readStored('localStorage', THEME_KEY)))
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** The chosen theme; null until the page is hydrated, because the server does not know it. */
export const useTheme = (): Theme | null => useSyncExternalStore<Theme | null>(subscribe, current, () => null)
