import { HIGHLIGHTS, type SearchHit, type SearchParameters, SNIPPETS } from '@marketplace/contracts/search-protocol'
import type { Highlight } from '@marketplace/search/highlight'
import type { IndexDefinition, KeptRecord } from './index-definition.ts'
import { snippetOf, tagHighlight, type Tags, tagText } from './tag-text.ts'

type Fields = Record<string, unknown>
/** What a list of attributes names: a path is named by itself, by what it lies in, and by `*`. */
type Names = (path: string) => boolean

const SNIPPET_WORDS = 10
const MOST_SNIPPET_WORDS = 1000

const named =
  (attributes: readonly string[]): Names =>
  (path) =>
    attributes.some((attribute) => attribute === '*' || attribute === path || path.startsWith(`${attribute}.`))

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

/** The fields that a request wants: all of a hit, or those it names; texts that are only searched come where they are named. */
const retrieve = ({ texts, hit: makeHit }: KeptRecord, attributes: readonly string[] | null | undefined): Fields => {
  if (attributes?.length === 0) return {}
  const hit = makeHit()
  if (!attributes || attributes.includes('*')) {
    const without = (attributes ?? []).flatMap((attribute) => (attribute.startsWith('-') ? [attribute.slice(1)] : []))
    return without.length === 0 ? { ...hit } : omit(hit, named(without))
  }
  const fields = pick(hit, named(attributes))
  for (const attribute of attributes)
    if (!(attribute in hit) && !attribute.includes('.') && texts[attribute]) fields[attribute] = texts[attribute]
  return fields
}

/** How many words a snippet of each attribute has: `longDescription:20`, or `*`. */
const readSnippets = (attributes: readonly string[]): { attribute: string; words: number }[] =>
  attributes.map((each) => {
    const [, attribute = '', words] = /^(.*?)(?::(\d{1,6}))?$/.exec(each) ?? []
    return { attribute, words: Math.min(Math.max(1, Number(words ?? SNIPPET_WORDS)), MOST_SNIPPET_WORDS) }
  })

/** A record as a request wants to see it. */
export const showRecord = (
  record: KeptRecord,
  definition: IndexDefinition,
  parameters: SearchParameters,
  highlight: (text: string) => Highlight,
): SearchHit => {
  const { attributesToRetrieve, attributesToHighlight, attributesToSnippet, snippetEllipsisText } = parameters
  const tags: Tags = { pre: parameters.highlightPreTag ?? '<em>', post: parameters.highlightPostTag ?? '</em>' }
  const hit: SearchHit = { ...retrieve(record, attributesToRetrieve), objectID: record.id }
  const highlighted = named(attributesToHighlight ?? ['*'])
  const snippets = readSnippets(attributesToSnippet ?? [])
  const highlights: Fields = {}
  const snipped: Fields = {}
  for (const path of definition.attributes) {
    const text = record.texts[path]
    if (!text) continue
    const snippet = snippets.find(({ attribute }) => named([attribute])(path))
    if (!snippet && !highlighted(path)) continue
    const found = highlight(text)
    if (highlighted(path)) put(highlights, path, tagHighlight(found, tags))
    if (snippet) {
      const value = tagText(snippetOf(found.parts, snippet.words, snippetEllipsisText ?? '…'), tags)
      put(snipped, path, { value, matchLevel: found.matchLevel })
    }
  }
  if (Object.keys(highlights).length > 0) hit[HIGHLIGHTS] = highlights
  if (Object.keys(snipped).length > 0) hit[SNIPPETS] = snipped
  return hit
}
