import { useEffect, useState, type ComponentType } from 'react'
import type { InstallDialogsProps } from './InstallDialogs.tsx'

/** Their code comes once somebody is signed in, or wants something. */
export const LazyInstallDialogs = (props: InstallDialogsProps) => {
  const [Dialogs, setDialogs] = useState<ComponentType<InstallDialogsProps> | null>(null)
  const wanted = props.installing.isAuthorized || props.installing.view !== null
  useEffect(() => {
    if (wanted) import('./InstallDialogs.tsx').then(({ InstallDialogs }) => setDialogs(() => InstallDialogs), console.error)
  }, [wanted])
  return Dialogs && <Dialogs {...props} />
}
