import { useSyncExternalStore } from 'react'
import { readStored, store } from '../../lib/storage.ts'

/** The storage key of the theme: "true" is light, "false" is dark, absent is the system's. */
export const THEME_KEY = 'lc-light-theme'
export const LIGHT_CLASS = 'lc-light-theme'
export const DARK_CLASS = 'lc-dark-theme'

/**
 * The session storage key of the host's theme, in a frame: "light" or "dark", as the host has said last. Once the person has chosen
 * another one in the frame, " left" follows.
 */
export const HOST_THEME_KEY = 'marketplace-host-theme'
const LEFT = ' left'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const themeOf = (stored: string | null): Theme => (stored === 'true' ? 'light' : stored === 'false' ? 'dark' : 'system')
const storedAs: Record<Theme, string | null> = { system: null, light: 'true', dark: 'false' }

/** The classes of the document say what is chosen, even where storage is refused. */
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

/** What the host has said last, and whether the frame follows it. */
const hostTheme = (): { said: string; isFollowed: boolean } | null => {
  const kept = window.parent === window ? null : readStored('sessionStorage', HOST_THEME_KEY)
  return kept === null ? null : { said: kept.replace(LEFT, ''), isFollowed: !kept.endsWith(LEFT) }
}

/** The person chooses a theme for all pages of the marketplace. */
export const chooseTheme = (theme: Theme): void => {
  const host = hostTheme()
  if (host) store('sessionStorage', HOST_THEME_KEY, host.said + LEFT)
  store('localStorage', THEME_KEY, storedAs[theme])
  show(theme)
}

/** Follows the host's theme while the frame is open. What the person has chosen for other pages stays. */
export const followHostTheme = (theme: 'light' | 'dark'): void => {
  // Each document is told it again.
  if (hostTheme()?.said === theme) return
  store('sessionStorage', HOST_THEME_KEY, theme)
  show(theme)
}

/** Another tab has chosen. */
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

/** The theme chosen, null until the page is hydrated: the server does not know it. */
export const useTheme = (): Theme | null => useSyncExternalStore<Theme | null>(subscribe, current, () => null)
