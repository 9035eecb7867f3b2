import type { ReactNode } from 'react'

const LINE = 'flex min-h-11 items-center gap-3 rounded-sm px-2 hover:bg-hover'

type Choice = { label: string; chosen: boolean; choose: () => void }

/** Radio buttons: one of a few choices. */
export const Choices = ({ legend, name, choices }: { legend: string; name: string; choices: readonly Choice[] }) => (
  <fieldset>
    <legend className="sr-only">{legend}</legend>
    {choices.map(({ label, chosen, choose }) => (
      <label key={label} className={LINE}>
        <input type="radio" name={name} checked={chosen} onChange={choose} className="size-4 accent-current" />
        {label}
      </label>
    ))}
  </fieldset>
)

type Entry = { id: string; label: ReactNode; note?: ReactNode }
type ListProps = { label: string; entries: readonly Entry[]; chosen: ReadonlySet<string>; onChange: (chosen: string[]) => void }

/** Checkboxes: any of many choices. */
export const CheckList = ({ label, entries, chosen, onChange }: ListProps) => {
  const toggle = (id: string) => onChange(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id])
  return (
    <ul aria-label={label} className="mt-2 border-t border-line pt-2">
      {entries.map(({ id, label: name, note }) => (
        <li key={id}>
          <label className={LINE}>
            <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} className="size-4 accent-current" />
            {name}
            {note && <span className="ms-auto min-w-0 truncate text-xs text-muted">{note}</span>}
          </label>
        </li>
      ))}
    </ul>
  )
}
