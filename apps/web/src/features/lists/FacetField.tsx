import type { Facet, FacetChoice } from '@marketplace/contracts/pages/parts'
import { useState } from 'react'
import { grouped } from '../../ui/counted.ts'

/** The number of choices that are shown before the fold. A list with only one more is shown in full. */
const SHORT = 6

/** A checkbox with its label and its number of results. It has no class names, since a page has dozens of them (ui/facet.css). */
const choiceOf = (name: string) => (choice: FacetChoice) => (
  <label key={choice.value} className={choice.count === 0 && !choice.chosen ? 'empty' : undefined}>
    <input type="checkbox" name={name} value={choice.value} defaultChecked={choice.chosen} />
    {choice.label}
    <span>{grouped(choice.count)}</span>
  </label>
)

/**
 * One filter. It shows the first choices and the chosen ones, and folds the others. A choice never changes its place, so that it cannot
 * move while the person clicks.
 */
export const FacetField = ({ facet: { name, label, choices } }: { facet: Facet }) => {
  const chosen = choices.filter((choice) => choice.chosen).map(({ value }) => value)
  const [open, setOpen] = useState(false)
  const [kept, setKept] = useState(chosen)
  if (!open && chosen.some((value) => !kept.includes(value))) setKept([...kept, ...chosen])
  const long = choices.length > SHORT + 1
  const isShown = ({ value }: FacetChoice, index: number) => !long || index < SHORT || kept.includes(value)
  const folded = choices.filter((choice, index) => !isShown(choice, index))
  return (
    <fieldset className="facet">
      <legend>{label}</legend>
      {choices.filter(isShown).map(choiceOf(name))}
      {folded.length > 0 && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{open ? 'Show fewer' : `Show all ${choices.length}`}</summary>
          {folded.map(choiceOf(name))}
        </details>
      )}
    </fieldset>
  )
}
