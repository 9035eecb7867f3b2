import { createContext, type ReactElement } from 'react'

/**
 * What the server's renderer provides to components; null in a browser. Most elements are the same on every page: the header, the footer,
 * and each card. They are rendered once and inserted into later pages as HTML.
 */
export type ServerRender = {
  /** The mount's path without a trailing slash. */
  basename: string
  /** Whether the page is in beta mode. */
  beta: boolean
  /** Whether header and footer are inserted later, so that they need not be rendered. */
  framed: boolean
  /**
   * Returns a mark in place of an element that depends on `item` alone; `name` distinguishes the forms in which an item is shown. `slots`
   * has the HTML of the parts that differ from page to page, by name; the element contains a slotMark for each.
   */
  place: (item: object, name: string, element: ReactElement, slots?: Slots) => string
}

/** HTML by the names of the slots that it is put into. */
export type Slots = Readonly<Record<string, string>>

/** The mark of a piece that is inserted later. Texts cannot contain it, since their "<" is escaped. */
export const pieceMark = (name: string): string => `<!--piece:${name}-->`

/** The mark of a slot, as text in an element. If a text contains these control characters, the slot's content appears there too. */
export const slotMark = (name: string): string => `\u0002${name}\u0003`

export const ServerRenderContext = createContext<ServerRender | null>(null)
