import { createContext, type ReactElement } from 'react'

/**
 * What a server's renderer lends to what it renders; null in a browser. Rendering a page costs what its elements cost, and most of
 * them are the same on every page: header and footer, and each card wherever it stands. They are rendered once and put in as HTML.
 */
export type ServerRender = {
  /** The mount's path without a trailing slash. */
  basename: string
  /** Whether header and footer are put in later, so that nothing needs to be rendered for them. */
  framed: boolean
  /** The HTML of an element that depends on `item` alone, under a name that says in which form, or what stands for it until then. */
  place: (item: object, name: string, element: ReactElement) => string
}

export const ServerRenderContext = createContext<ServerRender | null>(null)
