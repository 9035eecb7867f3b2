import { Check, Zap, type LucideIcon } from 'lucide-react'
import { uniqueBy } from '../../../lib/unique-by.ts'
import { Icon } from '../../../ui/Icon.tsx'

type Titled = { title: string; description: string | null }

const SHOWN = 8

const keyOf = ({ title, description }: Titled): string => `${title}\n${description}`

const items = (list: Titled[], icon: LucideIcon) => (
  <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
    {list.map(({ title, description }) => (
      <li key={keyOf({ title, description })} className="flex gap-3">
        <Icon as={icon} size={18} className="mt-[3px] shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
        </div>
      </li>
    ))}
  </ul>
)

/** A list of titled points. A long list shows the first ones and folds the rest. */
export const TitledList = ({ list, what, kind = 'feature' }: { list: Titled[]; what: string; kind?: 'feature' | 'trigger' }) => {
  const icon = kind === 'trigger' ? Zap : Check
  // Some imported lists have duplicates.
  const unique = uniqueBy(list, keyOf)
  const rest = unique.slice(SHOWN)
  return (
    <>
      {items(unique.slice(0, SHOWN), icon)}
      {rest.length > 0 && (
        <details className="mt-5">
          <summary className="inline-flex min-h-8 list-none items-center rounded-sm text-sm font-semibold underline underline-offset-4">
            {rest.length} more {what}
          </summary>
          <div className="mt-5">{items(rest, icon)}</div>
        </details>
      )}
    </>
  )
}
