/** Deeper than any honest field, and well within what the database and the serialiser can take. */
export const DEPTH_LIMIT = 40
/** Objects, lists and their entries: each takes far more memory than its few characters. */
const ENTRY_LIMIT = 100_000

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Why a line of JSON is too much to be parsed, or null. Looks at each character once and takes no memory, which the parser would take before
 * anybody could look at what it read.
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
    // The line itself is an object.
    if (depth > DEPTH_LIMIT + 1) return 'is nested too deeply'
    if (entries > ENTRY_LIMIT) return `has more than ${ENTRY_LIMIT.toLocaleString('en')} entries`
  }
  return null
}
