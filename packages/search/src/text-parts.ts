/** A stretch of a text, and whether the query asked for it. The stretches of a text put together are the text. */
export type TextPart = { text: string; matched: boolean }

/** From where to where something stands in a text, in UTF-16 units. */
export type Stretch = { start: number; end: number }

/** The same stretches in order, those that overlap or touch made one. */
export const mergeStretches = (stretches: readonly Stretch[]): Stretch[] => {
  const merged: Stretch[] = []
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** A text cut at the stretches, which are in order and apart; they are what is matched. */
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
