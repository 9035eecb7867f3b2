import { type CatalogueLine, catalogueLineSchema, DECISIVE_FIELDS, TEXT_LIMIT_BYTES } from '@marketplace/contracts/catalogue-line'

/** Deeper than any honest field, and well within what the database and the serialiser can take. */
const DEPTH_LIMIT = 40

/** A line as the schema understood it, as it was given, and what was left out of it. */
export type ParsedLine = { line: CatalogueLine; raw: Record<string, unknown>; remarks: string[] }

/** Reads one line of a catalogue. Answers with the reason where it is refused. */
export const parseLine = (text: string): ParsedLine | { reason: string } => {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (error) {
    return { reason: error instanceof RangeError ? 'is nested too deeply' : 'is not valid JSON' }
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { reason: 'is not a JSON object' }
  const flaw = findFlaw(raw, [])
  return flaw ? { reason: flaw } : readLine(raw as Record<string, unknown>)
}

/** The line in an object: what is not valid in it refuses it or is left out, as DECISIVE_FIELDS says. */
export const readLine = (raw: Record<string, unknown>): ParsedLine | { reason: string } => {
  const remarks: string[] = []
  let given: Record<string, unknown> = raw
  // Each round leaves out at least one value, and there are no more values than the line has.
  for (;;) {
    const parsed = catalogueLineSchema.safeParse(given)
    if (parsed.success) return { line: parsed.data, raw, remarks }
    const decisive = parsed.error.issues.find(({ path: [field] }) => field === undefined || DECISIVE_FIELDS.has(String(field)))
    if (decisive) return { reason: `${decisive.path.join('.') || 'it'}: ${decisive.message}` }
    if (given === raw) given = structuredClone(raw)
    // From the last to the first, so that places in lists stay true.
    for (const { path, message } of parsed.error.issues.toReversed()) {
      leaveOut(given, path)
      remarks.push(`${path.join('.')}: ${message}; it was left out`)
    }
  }
}

/** Removes what the path leads to; an entry of a list goes as a whole. */
const leaveOut = (target: Record<string, unknown>, path: readonly PropertyKey[]): void => {
  let holder: unknown = target
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(holder)) return void holder.splice(Number(key), 1)
    if (typeof holder !== 'object' || holder === null) return
    const within = holder as Record<PropertyKey, unknown>
    if (depth === path.length - 1 || !(key in within)) {
      // What must be there cannot be left out of its object alone.
      if (key in within) delete within[key]
      else delete target[String(path[0])]
      return
    }
    holder = within[key]
  }
}

/** What no field may have: what the database could not keep, texts that are too long, bottomless nesting. */
const findFlaw = (value: unknown, path: readonly string[]): string | null => {
  const where = () => path.join('.') || 'it'
  if (typeof value === 'string') {
    if (value.includes('\0')) return `${where()}: has a NUL character`
    if (!value.isWellFormed()) return `${where()}: has half of a surrogate pair`
    return Buffer.byteLength(value) > TEXT_LIMIT_BYTES ? `${where()}: is longer than 256 KB` : null
  }
  if (typeof value !== 'object' || value === null) return null
  if (path.length > DEPTH_LIMIT) return `${path[0] ?? 'it'}: is nested too deeply`
  for (const [key, inner] of Object.entries(value)) {
    const flaw = findFlaw(key, path) ?? findFlaw(inner, [...path, key])
    if (flaw) return flaw
  }
  return null
}
