import type { SiteData } from '@marketplace/contracts/pages/site-data'
import type { ReactElement } from 'react'
import { pieceMark, type Slots, slotMark } from '../../lib/server-render.ts'
import type { Bytes } from '@marketplace/contracts/core/composed-body'
import { bytesOf, type ByteWriter } from './byte-writer.ts'

/** The most cards in the cache. When there are more, the cache is emptied. A card's HTML has about 2 kB. */
const MOST_CARDS = 5_000

/** The bytes of a variant's header and footer, by the ids of their elements. */
export type Frame = ReadonlyMap<string, Bytes>

/** A card's HTML, with the names of slots between the parts. */
type CardParts = readonly (Bytes | string)[]

const cards = new Map<object, Map<string, CardParts>>()
const frames = new WeakMap<SiteData, Map<string, Frame>>()

/** The header and footer from an earlier page of the same site and mount. */
export const keptFrame = (site: SiteData, mount: string): Frame | undefined => frames.get(site)?.get(mount)

/** Cuts header and footer out of a rendered page and caches them. Returns the rest, as it would be rendered without them. */
export const cutFrame = (site: SiteData, mount: string, page: string, ids: readonly string[]): { frame: Frame; page: string } => {
  const frame = new Map(ids.map((id) => [id, bytesOf(page.slice(...contentOf(page, id)))]))
  frames.set(site, (frames.get(site) ?? new Map<string, Frame>()).set(mount, frame))
  const left = ids.reduce((rest, id) => {
    const [start, end] = contentOf(rest, id)
    return rest.slice(0, start) + pieceMark(id) + rest.slice(end)
  }, page)
  return { frame, page: left }
}

/** The start and end of the content of the `div` with this id. Texts cannot contain tags, since they are escaped. */
export const contentOf = (html: string, id: string): [start: number, end: number] => {
  const opening = `<div id="${id}">`
  const start = html.indexOf(opening) + opening.length
  const tags = /<(\/?)div\b/g
  tags.lastIndex = start
  for (let depth = 1, tag = tags.exec(html); tag; tag = tags.exec(html)) {
    depth += tag[1] ? -1 : 1
    if (depth === 0) return [start, tag.index]
  }
  throw new Error(`The document has no whole ${id}`)
}

/**
 * Removes React's preload hints for pictures. The browser finds these pictures in the first packets of HTML anyway. In the head the hints
 * would come before styles and font, and cached cards would contain them.
 */
export const withoutHints = (html: string): string => html.replace(/<link rel="preload" as="image"[^>]*>/g, '')

const MARK = new RegExp(pieceMark('([\\w-]+)'), 'g')

const SLOT = new RegExp(slotMark('(\\w+)'), 'g')

/** HTML as bytes, with the names of slots between them. */
const partsOf = (html: string): CardParts => html.split(SLOT).map((part, index) => (index % 2 === 1 ? part : bytesOf(part)))

type Piece = { item: object; form: string; element: ReactElement; slots: Slots }

/** Collects the cards of one page. Then replaces the marks of the cards, the header and the footer with their HTML. */
export const collectPieces = (mount: string) => {
  const pieces: Piece[] = []
  const cardParts = ({ item, form, element }: Piece, renderCard: (element: ReactElement) => string): CardParts => {
    const known = cards.get(item)?.get(form)
    if (known) return known
    const card = partsOf(withoutHints(renderCard(element)))
    if (cards.size > MOST_CARDS) cards.clear()
    cards.set(item, (cards.get(item) ?? new Map<string, CardParts>()).set(form, card))
    return card
  }
  return {
    /** Stores a card and returns the mark for its place. */
    place: (item: object, name: string, element: ReactElement, slots: Slots = {}): string =>
      pieceMark(String(pieces.push({ item, form: `${mount} ${name}`, element, slots }) - 1)),
    /** Writes the HTML with all its pieces. */
    write: (writer: ByteWriter, html: string, frame: Frame, renderCard: (element: ReactElement) => string): void => {
      let end = 0
      for (const { 0: mark, 1: name = '', index } of html.matchAll(MARK)) {
        writer.text(html.slice(end, index))
        const piece = pieces[Number(name)]
        for (const part of piece ? cardParts(piece, renderCard) : [frame.get(name) ?? ''])
          if (typeof part === 'string') writer.text(piece?.slots[part] ?? '')
          else writer.bytes(part)
        end = index + mark.length
      }
      writer.text(html.slice(end))
    },
  }
}
