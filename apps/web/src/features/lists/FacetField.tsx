import type { Facet, FacetChoice } from '@marketplace/contracts/pages/parts'
import { useState } from 'react'

/** So many choices are shown at once; one more is no reason to hide any. */
const SHORT = 6

/** A box, what it is for, how many results it would give. Without class names: a page has dozens of them (ui/facet.css). */
const choiceOf = (name: string) => (choice: FacetChoice) => (
  <label key={choice.value} className={choice.count === 0 && !choice.chosen ? 'empty' : undefined}>
    <input type="checkbox" name={name} value={choice.value} defaultChecked={choice.chosen} />
    {choice.label}
    <span>{choice.count.toLocaleString('en-US')}</span>
  </label>
)

/**
 * One filter. Of many choices the first are shown, and the chosen ones; the others unfold. A choice stays where it was shown, so
 * that none moves away under the person's finger.
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
