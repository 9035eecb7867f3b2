import type { ShownRecord } from './index-definition.ts'
import { unmarkedHighlight } from './tag-text.ts'

/** The members of a JSON object, without its braces. */
export const membersOf = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(fields).slice(1, -1)

export const memberOf = (name: string, json: string): string => `${JSON.stringify(name)}:${json}`

/** Joins members, leaving out what is empty. */
export const joinMembers = (members: readonly string[]): string => members.filter((each) => each !== '').join(',')

/**
 * A record, with the parts of its hits that do not depend on the query as JSON. Each part is built when a hit first shows it, and cached as
 * long as the record.
 */
export type RecordJson = ShownRecord & {
  /** All fields, as members. */
  allFields: () => string
  /** Each field as a member, by its name. */
  eachField: () => ReadonlyMap<string, string>
  /** The highlight of one of `texts` in which nothing matches. `html`: see Tags. */
  unmarked: (path: string, html: boolean) => string
}

/** Makes a value at the first call, and keeps it. */
export const once = <Made>(make: () => Made): (() => Made) => {
  let made: { value: Made } | null = null
  return () => (made ??= { value: make() }).value
}

export const createRecordJson = ({ id, ...record }: ShownRecord): RecordJson => {
  const texts = once(record.texts)
  const [unmarked, unmarkedHtml] = [new Map<string, string>(), new Map<string, string>()]
  return {
    id,
    texts,
    // The object is not cached: the JSON takes less memory, and hardly any request needs both.
    fields: record.fields,
    allFields: once(() => membersOf(record.fields())),
    eachField: once(
      () =>
        new Map(
          Object.entries(record.fields()).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, memberOf(name, JSON.stringify(value))]],
          ),
        ),
    ),
    unmarked: (path, html) => {
      const kept = html ? unmarkedHtml : unmarked
      const known = kept.get(path)
      if (known !== undefined) return known
      const json = JSON.stringify(unmarkedHighlight(texts()[path] ?? '', html))
      kept.set(path, json)
      return json
    },
  }
}
