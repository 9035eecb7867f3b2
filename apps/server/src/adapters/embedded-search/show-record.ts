import { HIGHLIGHTS, type SearchHit, type SearchParameters, SNIPPETS } from '@marketplace/contracts/search/protocol'
import type { Highlight } from '@marketplace/search/highlight'
import type { IndexDefinition, LongTexts, ShownRecord } from './index-definition.ts'
import { snippetOf, tagHighlight, type Tags, tagText } from './tag-text.ts'

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

const put = (fields: Fields, path: string, value: unknown): void => {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) fields[first] = value
  else {
    const inner = isFields(fields[first]) ? fields[first] : {}
    fields[first] = inner
    put(inner, rest.join('.'), value)
  }
}

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

/**
 * Returns a function that picks the fields that a request asks for: all of them, or those it names. Texts that are only searched are
 * included if they are named.
 */
const createRetrieve = (attributes: readonly string[] | null | undefined): ((record: ShownRecord) => Fields) => {
  if (!attributes || attributes.includes('*')) {
    const without = (attributes ?? []).flatMap((attribute) => (attribute.startsWith('-') ? [attribute.slice(1)] : []))
    const left = named(without)
    return ({ fields }) => (without.length === 0 ? { ...fields() } : omit(fields(), left))
  }
  if (attributes.every((attribute) => attribute === 'objectID')) return () => ({})
  const wanted = named(attributes)
  const plain = attributes.filter((attribute) => !attribute.includes('.'))
  return (record) => {
    const [fields, texts] = [record.fields(), record.texts()]
    const picked = pick(fields, wanted)
    for (const attribute of plain) if (!(attribute in fields) && texts[attribute]) picked[attribute] = texts[attribute]
    return picked
  }
}

/** The number of words in a snippet of each attribute: `longDescription:20`, or `*`. */
const readSnippets = (attributes: readonly string[]): { attribute: string; words: number }[] =>
  attributes.map((each) => {
    const [, attribute = '', words] = /^(.*?)(?::(\d{1,6}))?$/.exec(each) ?? []
    return { attribute, words: Math.min(Math.max(1, Number(words ?? SNIPPET_WORDS)), MOST_SNIPPET_WORDS) }
  })

/** How a request shows records. */
export type Show = {
  /** Whether it shows long texts. */
  needsLong: boolean
  show: (record: ShownRecord, long: LongTexts | undefined, highlight: (text: string) => Highlight) => SearchHit
}

export const createShow = (definition: IndexDefinition, parameters: SearchParameters): Show => {
  const { attributesToRetrieve, attributesToHighlight, attributesToSnippet, snippetEllipsisText } = parameters
  const tags: Tags = { pre: parameters.highlightPreTag ?? '<em>', post: parameters.highlightPostTag ?? '</em>' }
  const retrieve = createRetrieve(attributesToRetrieve)
  const highlighted = named(attributesToHighlight ?? definition.highlighted)
  const snippets = readSnippets(attributesToSnippet ?? [])
  const shown = definition.attributes.flatMap((path) => {
    const snippet = snippets.find(({ attribute }) => named([attribute])(path))
    return snippet || highlighted(path) ? [{ path, highlighted: highlighted(path), snippet }] : []
  })
  const isShown = (path: string): boolean =>
    shown.some((each) => each.path === path) || (attributesToRetrieve ?? []).includes(path)
  return {
    needsLong: definition.long.some(isShown),
    show: (short, long, highlight) => {
      const record = long ? { ...short, texts: () => ({ ...short.texts(), ...long() }) } : short
      const hit: SearchHit = { ...retrieve(record), objectID: record.id }
      const highlights: Fields = {}
      const snipped: Fields = {}
      const texts = shown.length > 0 ? record.texts() : {}
      for (const { path, highlighted, snippet } of shown) {
        const text = texts[path]
        if (!text) continue
        const found = highlight(text)
        if (highlighted) put(highlights, path, tagHighlight(found, tags))
        if (snippet) {
          const value = tagText(snippetOf(found.parts, snippet.words, snippetEllipsisText ?? '…'), tags)
          put(snipped, path, { value, matchLevel: found.matchLevel })
        }
      }
      if (Object.keys(highlights).length > 0) hit[HIGHLIGHTS] = highlights
      if (Object.keys(snipped).length > 0) hit[SNIPPETS] = snipped
      return hit
    },
  }
}
