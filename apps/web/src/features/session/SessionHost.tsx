import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSession } from '../../lib/session/store.ts'

const SessionOverlay = lazyPart(async () => (await import('./SessionOverlay.tsx')).SessionOverlay)

/** What a session shows over the page, where there is one: its code comes with it. */
export const SessionHost = () => <SessionOverlay wanted={useSession() !== null} />
