import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { createContext, useContext } from 'react'

/** What the document started from; the same for as long as it is there. */
export const ShellContext = createContext<ShellData | null>(null)

export const useShell = (): ShellData => {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('This component stands outside of the workspace')
  return shell
}
