import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

type Props = ComponentProps<'select'> & { options: { value: string; label: string }[] }

/** The browser's own select, so that it works everywhere and without scripts. */
export const Select = ({ options, ...rest }: Props) => (
  <span className="relative inline-flex">
    <select
      className="min-h-10 w-full appearance-none rounded-control border border-control bg-surface ps-3 pe-9 text-sm text-ink hover:bg-hover aria-invalid:border-danger"
      {...rest}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <Icon as={ChevronDown} className="pointer-events-none absolute inset-e-3 top-1/2 -translate-y-1/2 text-muted" />
  </span>
)
