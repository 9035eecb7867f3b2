import { HIGHLIGHTS, type SearchParameters, SNIPPETS } from '@marketplace/contracts/search/protocol'
import type { Highlight } from '@marketplace/search/highlight'
import type { IndexDefinition, LongTexts } from './index-definition.ts'
import { joinMembers, memberOf, membersOf, type RecordJson } from './record-json.ts'
import { snippetOf, tagHighlight, tagsOf, tagText, unmarkedHighlight } from './tag-text.ts'

type Fields = Record<string, unknown>
/** Whether a list of attributes covers a path: the list has the path, one of its parents, or `*`. */
type Names = (path: string) => boolean

const SNIPPET_WORDS = 10
const MOST_SNIPPET_WORDS = 1000

const named = (attributes: readonly string[]): Names => {
  // Cached, because every hit asks about the same few paths and a request may name many attributes.
  const known = new Map<string, boolean>()
  return (path) => {
    const asked = known.get(path)
    if (asked !== undefined) return asked
    const is = attributes.some((attribute) => attribute === '*' || attribute === path || path.startsWith(`${attribute}.`))
    known.set(path, is)
    return is
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const pick = (fields: Readonly<Fields>, names: Names, prefix = ''): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
      const path = prefix + name
      if (names(path)) return [[name, value]]
      const inner = isFields(value) ? pick(value, names, `${path}.`) : {}
      return Object.keys(inner).length > 0 ? [[name, inner]] : []
    }),
  )

const omit = (fields: Readonly<Fields>, names: Names, prefix = ''): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
      const path = prefix + name
      return names(path) ? [] : [[name, isFields(value) ? omit(value, names, `${path}.`) : value]]
    }),
  )

/** Reads an own property only. Strangers choose the name, and every object has `toString`. */
const textIn = (texts: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(texts, name) ? (texts[name] as string) : ''

/** Returns the members of a hit that a request asks for: all fields of the record, or those it names. */
const createRetrieve = (
  attributes: readonly string[] | null | undefined,
): ((record: RecordJson, long: LongTexts | undefined) => string) => {
  if (!attributes || attributes.includes('*')) {
    const without = (attributes ?? []).flatMap((attribute) => (attribute.startsWith('-') ? [attribute.slice(1)] : []))
    const left = named(without)
    return (record) => (without.length === 0 ? record.allFields() : membersOf(omit(record.fields(), left)))
  }
  if (attributes.every((attribute) => attribute === 'objectID')) return () => ''
  const wanted = named(attributes)
  const plain = attributes.filter((attribute) => !attribute.includes('.'))
  const isPlain = plain.length === attributes.length
  return (record, long) => {
    const fields = record.eachField()
    const picked = isPlain
      ? joinMembers([...fields].map(([name, member]) => (wanted(name) ? member : '')))
      : membersOf(pick(record.fields(), wanted))
    // Texts that are only searched are included if they are named.
    const searched = plain.map((attribute) => {
      const text = fields.has(attribute) ? '' : textIn({ ...record.texts(), ...long?.() }, attribute)
      return text ? memberOf(attribute, JSON.stringify(text)) : ''
    })
    return joinMembers([picked, ...searched])
  }
}

/** The number of words in a snippet of each attribute: `longDescription:20`, or `*`. */
const readSnippets = (attributes: readonly string[]): { attribute: string; words: number }[] =>
  attributes.map((each) => {
    const [, attribute = '', words] = /^(.*?)(?::(\d{1,6}))?$/.exec(each) ?? []
    return { attribute, words: Math.min(Math.max(1, Number(words ?? SNIPPET_WORDS)), MOST_SNIPPET_WORDS) }
  })

/** Attributes by the keys of their path: `category.name` is in the branch `category`. The keys are JSON, because each hit has them. */
type Branch<Leaf> = {
  leaves: readonly (readonly [key: string, leaf: Leaf])[]
  branches: readonly (readonly [key: string, branch: Branch<Leaf>])[]
}

const branchOf = <Leaf>(leaves: readonly (readonly [path: string, leaf: Leaf])[]): Branch<Leaf> => {
  const inner = Map.groupBy(
    leaves.filter(([path]) => path.includes('.')),
    ([path]) => path.slice(0, path.indexOf('.')),
  )
  return {
    leaves: leaves.flatMap(([path, leaf]) => (path.includes('.') ? [] : [[JSON.stringify(path), leaf] as const])),
    branches: [...inner].map(([key, within]) => [
      JSON.stringify(key),
      branchOf(within.map(([path, leaf]) => [path.slice(key.length + 1), leaf] as const)),
    ]),
  }
}

/** The members of an object with the JSON of each leaf. Leaves without JSON, and branches without leaves, are left out. */
const writeBranch = <Leaf>({ leaves, branches }: Branch<Leaf>, jsonOf: (leaf: Leaf) => string): string => {
  let members = ''
  const add = (key: string, json: string): void => {
    members += members === '' ? `${key}:${json}` : `,${key}:${json}`
  }
  for (const [key, leaf] of leaves) {
    const json = jsonOf(leaf)
    if (json !== '') add(key, json)
  }
  for (const [key, branch] of branches) {
    const inner = writeBranch(branch, jsonOf)
    if (inner !== '') add(key, `{${inner}}`)
  }
  return members
}

/** An object as a member; empty if it has no members. */
const asMember = (key: string, members: string): string => (members === '' ? '' : memberOf(key, `{${members}}`))

/** Marks a text of a record in an attribute; null if it has no match. */
export type Mark = (attribute: string, text: string) => Highlight | null

/** How a request shows records. */
export type Show = {
  /** Whether it shows long texts. */
  needsLong: boolean
  /** Returns a hit as JSON. */
  show: (record: RecordJson, long: LongTexts | undefined, mark: Mark) => string
}

export const createShow = (definition: IndexDefinition, parameters: SearchParameters): Show => {
  const { attributesToRetrieve, attributesToHighlight, attributesToSnippet, snippetEllipsisText } = parameters
  const tags = tagsOf(parameters)
  const retrieve = createRetrieve(attributesToRetrieve)
  const highlighted = named(attributesToHighlight ?? definition.highlighted)
  const snippets = readSnippets(attributesToSnippet ?? [])
  const shown = definition.attributes.flatMap((path) => {
    const snippet = snippets.find(({ attribute }) => named([attribute])(path))
    return snippet || highlighted(path) ? [{ path, highlighted: highlighted(path), snippet }] : []
  })
  const isShown = (path: string): boolean =>
    shown.some((each) => each.path === path) || (attributesToRetrieve ?? []).includes(path)
  const highlights = branchOf(shown.filter(({ highlighted }) => highlighted).map(({ path }) => [path, path] as const))
  const snipped = branchOf(
    shown.flatMap(({ path, snippet }) => (snippet ? [[path, { path, words: snippet.words }] as const] : [])),
  )
  return {
    needsLong: definition.long.some(isShown),
    show: (record, long, mark) => {
      const short = shown.length > 0 ? record.texts() : {}
      const longTexts = long?.()
      const textOf = (path: string): string => longTexts?.[path] ?? short[path] ?? ''
      const find = (path: string): Highlight | null | undefined => {
        const text = textOf(path)
        return text === '' ? undefined : mark(path, text)
      }
      // A text may be highlighted and in a snippet. It is marked once.
      const marks = snippets.length === 0 ? null : new Map(shown.map(({ path }) => [path, find(path)]))
      /** The highlight of a text; null if nothing in it matches, and undefined if it is empty. */
      const markedIn = (path: string) => (marks ? marks.get(path) : find(path))
      const highlightOf = (path: string): string => {
        const highlight = markedIn(path)
        if (highlight === undefined) return ''
        if (highlight) return JSON.stringify(tagHighlight(highlight, tags))
        // Long texts are not kept, because they are long.
        return longTexts?.[path] === undefined
          ? record.unmarked(path, tags.html)
          : JSON.stringify(unmarkedHighlight(textOf(path), tags.html))
      }
      const snippetOfText = ({ path, words }: { path: string; words: number }): string => {
        const highlight = markedIn(path)
        if (highlight === undefined) return ''
        const parts = highlight?.parts ?? [{ text: textOf(path), matched: false }]
        const value = tagText(snippetOf(parts, words, snippetEllipsisText ?? '…'), tags)
        return JSON.stringify({ value, matchLevel: highlight?.matchLevel ?? 'none' })
      }
      const members = joinMembers([
        retrieve(record, long),
        memberOf('objectID', JSON.stringify(record.id)),
        asMember(HIGHLIGHTS, writeBranch(highlights, highlightOf)),
        asMember(SNIPPETS, writeBranch(snipped, snippetOfText)),
      ])
      return `{${members}}`
    },
  }
}
