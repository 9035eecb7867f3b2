import { createContext, useContext } from 'react'
import { ServerRenderContext } from './server-render.ts'

export { withBeta } from '@marketplace/contracts/core/variants'

/** Whether the page is in beta mode: every link and form of it stays there. */
export const BetaContext = createContext(false)

export const useBeta = (): boolean => {
  const shown = useContext(BetaContext)
  // Pieces of a page are rendered on their own there.
  return useContext(ServerRenderContext)?.beta ?? shown
}
