import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { createContext, useContext } from 'react'

/** The data that the server put into the document. It does not change. */
export const ShellContext = createContext<ShellData | null>(null)

export const useShell = (): ShellData => {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('This component stands outside of the workspace')
  return shell
}
