type Theme = 'light' | 'dark'

const YEAR_S = 31_536_000

/** What the person chose here, or else the system. */
export const currentTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

const listeners = new Set<(theme: Theme) => void>()
const tell = () => {
  for (const listener of listeners) listener(currentTheme())
}

/** Hears of each change, also of the system's; the answer ends that. */
export const onTheme = (listener: (theme: Theme) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Makes the switch work. */
export const startTheme = (): void => {
  const control = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
  const show = () => control?.setAttribute('aria-label', currentTheme() === 'dark' ? 'Use the light theme' : 'Use the dark theme')
  show()
  control?.addEventListener('click', () => {
    const theme = currentTheme() === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = theme
    // The server draws the next page with it, so that no page flashes.
    document.cookie = `sample-host-theme=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`
    show()
    tell()
  })
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    show()
    tell()
  })
}
