/** A piece of a text, and whether it matches the query. All pieces together are the text. */
export type TextPart = { text: string; matched: boolean }

/** Start and end (exclusive) of a part of a text, in UTF-16 units. */
export type Stretch = { start: number; end: number }

/** The stretches in order; stretches that overlap or touch are merged. */
export const mergeStretches = (stretches: readonly Stretch[]): Stretch[] => {
  const merged: Stretch[] = []
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** Cuts a text at the stretches and marks them as matched. They must be in order and must not touch. */
export const partsOf = (text: string, stretches: readonly Stretch[]): TextPart[] => {
  const parts: TextPart[] = []
  const add = (from: number, to: number, matched: boolean): void => {
    if (from < to) parts.push({ text: text.slice(from, to), matched })
  }
  let done = 0
  for (const { start, end } of stretches) {
    add(done, start, false)
    add(start, end, true)
    done = end
  }
  add(done, text.length, false)
  return parts
}
