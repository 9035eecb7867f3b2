import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSession } from '../../lib/session/store.ts'

const SessionOverlay = lazyPart(async () => (await import('./SessionOverlay.tsx')).SessionOverlay)

/** The session's dialogs. Their code is loaded once the session is. */
export const SessionHost = () => <SessionOverlay wanted={useSession() !== null} />
