/** No option is active: Enter searches for the text in the field. */
export const NO_OPTION = -1

/**
 * The index of the option after an arrow key was pressed, of `count` options. Moving past either end returns to the text field. Null if the
 * key is not an arrow key.
 */
export const nextOption = (key: string, active: number, count: number): number | null => {
  if (count === 0) return null
  // The text in the field counts as one more position.
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null
  if (step === null) return null
  const places = count + 1
  return ((Math.min(active, count - 1) + 1 + step + places) % places) - 1
}
