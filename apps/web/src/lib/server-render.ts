import { createContext, type ReactElement } from 'react'

/**
 * What a server's renderer lends to what it renders; null in a browser. Rendering a page costs what its elements cost, and most of
 * them are the same on every page: header and footer, and each card wherever it stands. They are rendered once and put in as HTML.
 */
export type ServerRender = {
  /** The mount's path without a trailing slash. */
  basename: string
  /** Whether the page is in beta mode. */
  beta: boolean
  /** Whether header and footer are put in later, so that nothing needs to be rendered for them. */
  framed: boolean
  /**
   * Keeps a place for an element that depends on `item` alone, under a name that says in which form: the mark of the place. What differs
   * in it from page to page stands in `slots`, as HTML by name, and in the element by slotMark.
   */
  place: (item: object, name: string, element: ReactElement, slots?: Slots) => string
}

/** HTML by the names of the slots that it is put into. */
export type Slots = Readonly<Record<string, string>>

/** Marks where a piece is put in later. No text has one in it: there a "<" is escaped. */
export const pieceMark = (name: string): string => `<!--piece:${name}-->`

/** Marks where a slot is filled, as text in an element. Whoever has these characters in a text gets the slot's content there too. */
export const slotMark = (name: string): string => `\u0002${name}\u0003`

export const ServerRenderContext = createContext<ServerRender | null>(null)
