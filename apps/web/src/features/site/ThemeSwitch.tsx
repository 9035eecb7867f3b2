import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { chooseTheme, THEMES, useTheme, type Theme } from './theme.ts'

const looks: Record<Theme, { label: string; icon: LucideIcon }> = {
  system: { label: 'Theme of the system', icon: Monitor },
  light: { label: 'Light theme', icon: Sun },
  dark: { label: 'Dark theme', icon: Moon },
}

/** The choice of system, light or dark theme. It is hidden without scripts, because it would not work. */
export const ThemeSwitch = () => {
  const name = useId()
  const chosen = useTheme()
  return (
    <fieldset className="inline-flex rounded-full border border-line bg-surface p-0.5 no-js:hidden">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => (
        <label
          key={theme}
          title={looks[theme].label}
          className="inline-flex size-8 items-center justify-center rounded-full text-muted transition-colors hover:text-ink has-checked:bg-hover has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={theme}
            checked={chosen === theme}
            onChange={() => chooseTheme(theme)}
            className="sr-only"
          />
          <Icon as={looks[theme].icon} />
          <span className="sr-only">{looks[theme].label}</span>
        </label>
      ))}
    </fieldset>
  )
}
