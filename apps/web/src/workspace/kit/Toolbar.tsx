import type { ReactNode } from 'react'
import { Search } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'

/** The bar above a list: filters at the start, views and actions at the end. */
export const Toolbar = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
    <div className="flex min-w-0 flex-wrap items-center gap-3 max-sm:w-full">{children}</div>
    {end}
  </div>
)

type FindProps = { label: string; value: string; onChange: (value: string) => void }

/** A field that filters a list while the person types. */
export const FindField = ({ label, value, onChange }: FindProps) => (
  <label className="relative block max-sm:w-full">
    <span className="sr-only">{label}</span>
    <Icon as={Search} className="pointer-events-none absolute inset-s-3 top-1/2 -translate-y-1/2 text-muted" />
    <input
      type="search"
      value={value}
      maxLength={100}
      placeholder={label}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-10 w-full rounded-control border border-control bg-surface ps-9 pe-3 text-sm sm:w-64"
    />
  </label>
)
