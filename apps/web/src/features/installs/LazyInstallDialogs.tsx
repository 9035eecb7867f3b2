import { lazyPart } from '../../lib/lazy-part.tsx'
import type { InstallDialogsProps } from './InstallDialogs.tsx'

const InstallDialogs = lazyPart(async () => (await import('./InstallDialogs.tsx')).InstallDialogs)

/** Their code comes once somebody is signed in, or wants something. */
export const LazyInstallDialogs = (props: InstallDialogsProps) => (
  <InstallDialogs {...props} wanted={props.installing.isAuthorized || props.installing.view !== null} />
)
