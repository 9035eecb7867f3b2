type Theme = 'light' | 'dark'

const YEAR_S = 31_536_000

/** What the person chose here, or else the system. */
export const currentTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Makes the switch work. `onChange` hears of each change, also of the system's. */
export const startTheme = (onChange: (theme: Theme) => void): void => {
  const control = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
  const show = () => control?.setAttribute('aria-label', currentTheme() === 'dark' ? 'Use the light theme' : 'Use the dark theme')
  show()
  control?.addEventListener('click', () => {
    const theme = currentTheme() === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = theme
    // The server draws the next page with it, so that no page flashes.
    document.cookie = `sample-host-theme=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`
    show()
    onChange(theme)
  })
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    show()
    onChange(currentTheme())
  })
}
