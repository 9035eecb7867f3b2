import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSession } from '../../lib/session/store.ts'

const SessionOverlay = lazyPart(async () => (await import('./SessionOverlay.tsx')).SessionOverlay)

/** The dialogs of the session. Their code is loaded together with the session. */
export const SessionHost = () => <SessionOverlay wanted={useSession() !== null} />
