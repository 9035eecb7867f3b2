/** The text in the field is meant, and no option. */
export const NO_OPTION = -1

/** The option that an arrow leads to, of `count`; past either end it is the text again. Null where the key leads nowhere. */
export const nextOption = (key: string, active: number, count: number): number | null => {
  if (count === 0) return null
  // One place more than there are options: the text's.
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null
  if (step === null) return null
  const places = count + 1
  return ((Math.min(active, count - 1) + 1 + step + places) % places) - 1
}
