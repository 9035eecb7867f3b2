import { addressOf, type Fields, fieldsOf, pictureOf, textOf } from './fields.ts'

/** A part of a section in the details of a chat or a ticket. */
export type SectionComponent =
  | { type: 'button'; label: string; id: string; primary: boolean }
  | { type: 'label_value'; label: string | null; value: string | null; url: string | null }
  | {
      type: 'title'
      title: string
      value: string | null
      description: string | null
      picture: string | null
      size: 'small' | 'big'
      url: string | null
    }
  | { type: 'link'; url: string; text: string | null }
  | { type: 'line' }
  | { type: 'tags'; label: string | null; tags: string[] }

export type Section = { title: string; components: SectionComponent[] }

const MOST_COMPONENTS = 50
const MOST_TAGS = 50
const SHORT = 100
const LONG = 1_000

const read: ReadonlyMap<unknown, (data: Fields) => SectionComponent | null> = new Map<
  unknown,
  (data: Fields) => SectionComponent | null
>([
  [
    'button',
    (data) => {
      const [label, id] = [textOf(data.label, SHORT), textOf(data.id, SHORT)]
      return label && id ? { type: 'button', label, id, primary: data.primary === true } : null
    },
  ],
  [
    'label_value',
    (data) => {
      const [label, value] = [textOf(data.label, SHORT), textOf(data.value, LONG)]
      return label || value ? { type: 'label_value', label, value, url: addressOf(data.url) } : null
    },
  ],
  [
    'title',
    (data) => {
      const title = textOf(data.title, SHORT)
      return (title && {
        type: 'title',
        title,
        value: textOf(data.value, LONG),
        description: textOf(data.description, LONG),
        picture: pictureOf(data.imgUrl),
        size: data.imgSize === 'big' ? 'big' : 'small',
        url: addressOf(data.link),
      }) as SectionComponent | null
    },
  ],
  [
    'link',
    (data) => {
      const url = addressOf(data.url)
      return url ? { type: 'link', url, text: textOf(data.value, LONG) } : null
    },
  ],
  ['line', () => ({ type: 'line' })],
  [
    'tags',
    (data) => {
      const tags = (Array.isArray(data.tags) ? data.tags : []).slice(0, MOST_TAGS).flatMap((tag) => textOf(tag, SHORT) ?? [])
      return tags.length > 0 ? { type: 'tags', label: textOf(data.label, SHORT), tags } : null
    },
  ],
])

/**
 * Reads a section that an application wants to show. Null if it is invalid, or if its title is not among `known`, the sections that the
 * placement was opened with. Components of unknown types are left out.
 */
export const readSection = (given: unknown, known: readonly string[]): Section | null => {
  const section = fieldsOf(given)
  const title = textOf(section?.title, SHORT)
  if (!section || !title || !known.includes(title) || !Array.isArray(section.components)) return null
  const components = section.components.slice(0, MOST_COMPONENTS).flatMap((each: unknown) => {
    const component = fieldsOf(each)
    return (component && read.get(component.type)?.(fieldsOf(component.data) ?? {})) ?? []
  })
  return components.length > 0 ? { title, components } : null
}
