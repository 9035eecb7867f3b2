import { useEffect, useRef, useState } from 'react'
import { type Location, useBlocker } from 'react-router'

export type LeaveGuard = {
  /** Whether to show the question about leaving. */
  asking: boolean
  /** Shows the question, for a button that closes the form. */
  ask: () => void
  stay: () => void
  leave: () => void
  /** Allows the next navigation without asking. */
  letGo: () => void
}

/**
 * Asks before unsaved input is lost by a link, the back button or a reload. If `ask` opened the question and the person chooses to leave,
 * `onLeave` is called. Render LeaveQuestion with the result; for a reload the browser shows its own question.
 */
export const useLeaveGuard = (unsaved: boolean, onLeave: () => void = () => {}): LeaveGuard => {
  const leaving = useRef(false)
  const [asked, setAsked] = useState(false)
  /** The destination of a person who chose to leave. */
  const [goesTo, setGoesTo] = useState<Location | null>(null)
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      unsaved && !leaving.current && (from.pathname !== to.pathname || from.search !== to.search),
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  useEffect(() => {
    // After a navigation that stayed on the page or failed, the guard asks again.
    if (blocker.state === 'unblocked') leaving.current = false
    // Waits until the dialog of the question has closed: an open dialog would treat going back as a request to close it.
    if (blocker.state !== 'blocked' || blocker.location !== goesTo) return
    // The destination may be another document. Loading it must not ask a second time.
    leaving.current = true
    blocker.proceed()
  }, [blocker, goesTo])
  return {
    asking: asked || (blocker.state === 'blocked' && blocker.location !== goesTo),
    ask: () => setAsked(true),
    stay: () => {
      setAsked(false)
      blocker.reset?.()
    },
    leave: () => {
      setAsked(false)
      if (blocker.state === 'blocked') setGoesTo(blocker.location)
      else onLeave()
    },
    letGo: () => {
      leaving.current = true
    },
  }
}
