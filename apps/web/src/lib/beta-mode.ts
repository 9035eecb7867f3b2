import { createContext, useContext } from 'react'
import { ServerRenderContext } from './server-render.ts'

export { withBeta } from '@marketplace/contracts/core/variants'

/** Whether the page is in beta mode: every link and form of it stays there. */
export const BetaContext = createContext(false)

export const useBeta = (): boolean => {
  const shown = useContext(BetaContext)
  // On the server, parts of a page are rendered separately, without the provider of the mode.
  return useContext(ServerRenderContext)?.beta ?? shown
}
