import { lazyPart } from '../../lib/lazy-part.tsx'
import type { InstallDialogsProps } from './InstallDialogs.tsx'

const InstallDialogs = lazyPart(async () => (await import('./InstallDialogs.tsx')).InstallDialogs)

/** The dialogs. Their code is loaded once somebody is signed in or presses a button. */
export const LazyInstallDialogs = (props: InstallDialogsProps) => (
  <InstallDialogs {...props} wanted={props.installing.isAuthorized || props.installing.view !== null} />
)
