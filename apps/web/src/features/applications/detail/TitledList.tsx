import { Check, Zap, type LucideIcon } from 'lucide-react'
import { uniqueBy } from '../../../lib/unique-by.ts'
import { TitledPoint } from '../../../ui/TitledPoint.tsx'

type Titled = { title: string; description: string | null }

const SHOWN = 8

const keyOf = ({ title, description }: Titled): string => `${title}\n${description}`

const items = (list: Titled[], icon: LucideIcon) => (
  <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
    {list.map((point) => (
      <TitledPoint key={keyOf(point)} icon={icon} {...point} />
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
