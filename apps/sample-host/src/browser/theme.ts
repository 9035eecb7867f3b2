type Theme = 'light' | 'dark'

const YEAR_S = 31_536_000

/** The theme that the person has chosen; by default the system's. */
export const currentTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

const listeners = new Set<(theme: Theme) => void>()
const tell = () => {
  for (const listener of listeners) listener(currentTheme())
}

/** Adds a listener for changes of the theme, including the system's. Returns a function that removes it. */
export const onTheme = (listener: (theme: Theme) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Starts the theme switch. */
export const startTheme = (): void => {
  const control = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
  const show = () => control?.setAttribute('aria-label', currentTheme() === 'dark' ? 'Use the light theme' : 'Use the dark theme')
  show()
  control?.addEventListener('click', () => {
    const theme = currentTheme() === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = theme
    // The cookie lets the server render the next page with this theme, so that it does not flash.
    document.cookie = `sample-host-theme=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`
    show()
    tell()
  })
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    show()
    tell()
  })
}
