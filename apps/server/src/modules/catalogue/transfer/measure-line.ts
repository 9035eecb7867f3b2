/** The most levels of nesting: deeper than any reasonable field, and well within the limits of the database and the serializer. */
export const DEPTH_LIMIT = 40
/** The most objects, arrays and entries, because each takes far more memory than its few characters. */
const ENTRY_LIMIT = 100_000

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Why a line of JSON is too large to be parsed, or null. It scans the text once without allocating. The parser would allocate
 * memory before its result could be checked.
 */
export const measureLine = (text: string): string | null => {
  let depth = 0
  let entries = 0
  let quoted = false
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (quoted) {
      if (code === BACKSLASH) place++
      else if (code === QUOTE) quoted = false
      continue
    }
    if (code === QUOTE) quoted = true
    else if (code === 0x5b || code === 0x7b) {
      depth++
      entries++
    } else if (code === 0x5d || code === 0x7d) depth--
    else if (code === 0x2c) entries++
    // The line itself is one level.
    if (depth > DEPTH_LIMIT + 1) return 'is nested too deeply'
    if (entries > ENTRY_LIMIT) return `has more than ${ENTRY_LIMIT.toLocaleString('en')} entries`
  }
  return null
}
