import { createContext, useContext } from 'react'
import { ServerRenderContext } from './server-render.ts'

export { withBeta } from '@marketplace/contracts/core/variants'

/** Whether the page is in beta mode. Links and forms then lead to pages in beta mode too. */
export const BetaContext = createContext(false)

export const useBeta = (): boolean => {
  const shown = useContext(BetaContext)
  // The server renders parts of a page separately, outside of this context's provider.
  return useContext(ServerRenderContext)?.beta ?? shown
}
