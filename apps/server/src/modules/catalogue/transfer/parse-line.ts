import { plainIssue } from '@marketplace/contracts/core/plain-issue'
import {
  type CatalogueLine,
  catalogueLineSchema,
  DECISIVE_FIELDS,
  TEXT_LIMIT_BYTES,
} from '@marketplace/contracts/catalogue/catalogue-line'
import { DEPTH_LIMIT, measureLine } from './measure-line.ts'

/** A line as the schema parsed it (`line`), as it was given (`raw`), and remarks on what was left out. */
export type ParsedLine = { line: CatalogueLine; raw: Record<string, unknown>; remarks: string[] }

/** Parses one line of a catalogue. Returns the reason if it is refused. */
export const parseLine = (text: string): ParsedLine | { reason: string } => {
  const excess = measureLine(text)
  if (excess) return { reason: excess }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { reason: 'is not valid JSON' }
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { reason: 'is not a JSON object' }
  const flaw = findFlaw(raw, [])
  return flaw ? { reason: flaw } : readLine(raw as Record<string, unknown>)
}

/** Validates a line. An invalid value refuses the line or is left out, depending on DECISIVE_FIELDS. */
export const readLine = (raw: Record<string, unknown>): ParsedLine | { reason: string } => {
  const leftOut = new Map<string, string>()
  let given: Record<string, unknown> = raw
  // Each round removes at least one value, so the loop ends.
  for (;;) {
    const parsed = catalogueLineSchema.safeParse(given, { error: plainIssue })
    if (parsed.success) return { line: parsed.data, raw, remarks: remarksOf(leftOut) }
    const decisive = parsed.error.issues.find(({ path: [field] }) => field === undefined || DECISIVE_FIELDS.has(String(field)))
    if (decisive) return { reason: `${decisive.path.join('.') || 'it'}: ${decisive.message}` }
    if (given === raw) given = structuredClone(raw)
    const removals = new Map<string, PropertyKey[]>()
    for (const { path, message } of parsed.error.issues) {
      const removal = removableOf(given, path)
      const name = removal.join('.')
      if (!removals.has(name)) leftOut.set(name, reasonOf(leftOut, name) ?? message)
      removals.set(name, removal)
    }
    // From last to first, so that the indexes of arrays stay valid.
    for (const removal of [...removals.values()].toReversed()) remove(given, removal)
  }
}

/** Why a whole value was left out after one of its parts: the error of that part. Null if no part was left out. */
const reasonOf = (leftOut: ReadonlyMap<string, string>, name: string): string | null => {
  const part = [...leftOut].find(([other]) => other.startsWith(`${name}.`))
  return part ? `has no valid ${part[0].slice(name.length + 1)} (it ${part[1]})` : null
}

/** If a whole value was left out, its parts need no remarks. */
const remarksOf = (leftOut: ReadonlyMap<string, string>): string[] => {
  const names = [...leftOut.keys()]
  return [...leftOut]
    .filter(([name]) => !names.some((other) => name.startsWith(`${other}.`)))
    .map(([name, why]) => `${name} ${why} and was left out`)
}

/** The path to remove to resolve this issue: the value, the array entry that contains it, or the object whose field is missing. */
const removableOf = (line: Record<string, unknown>, path: readonly PropertyKey[]): PropertyKey[] => {
  let holder: unknown = line
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(holder)) return path.slice(0, depth + 1)
    if (typeof holder !== 'object' || holder === null || !(key in holder)) return path.slice(0, 1)
    holder = (holder as Record<PropertyKey, unknown>)[key]
  }
  return [...path]
}

const remove = (line: Record<string, unknown>, path: readonly PropertyKey[]): void => {
  let holder: unknown = line
  for (const key of path.slice(0, -1)) holder = (holder as Record<PropertyKey, unknown> | undefined)?.[key]
  const last = path.at(-1)
  if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else if (typeof holder === 'object' && holder !== null && last !== undefined)
    delete (holder as Record<PropertyKey, unknown>)[last]
}

/** Finds a value that no field may have: one that the database cannot store, a text that is too long, or nesting that is too deep. */
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
