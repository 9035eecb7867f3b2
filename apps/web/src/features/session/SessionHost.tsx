import { useEffect, useState, type ComponentType } from 'react'
import { useSession } from '../../lib/session/store.ts'

/** What a session shows over the page, where there is one: its code comes with it. */
export const SessionHost = () => {
  const session = useSession()
  const [Overlay, setOverlay] = useState<ComponentType | null>(null)
  const looked = session !== null
  useEffect(() => {
    if (looked) import('./SessionOverlay.tsx').then(({ SessionOverlay }) => setOverlay(() => SessionOverlay), console.error)
  }, [looked])
  return Overlay && <Overlay />
}
