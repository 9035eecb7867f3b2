import { useEffect, useRef, useState } from 'react'
import { type Location, useBlocker } from 'react-router'

export type LeaveGuard = {
  /** Whether somebody wants to leave, so that the question stands there. */
  asking: boolean
  /** Shows the question, for a button that closes the form. */
  ask: () => void
  stay: () => void
  leave: () => void
  /** Lets the next navigation pass without a question. */
  letGo: () => void
}

/**
 * Keeps what was entered and not saved: a link, the way back and a reload ask before it is lost. `onLeave` follows where `ask` was answered
 * with leaving. LeaveQuestion is the question; the one of a reload is the browser's.
 */
export const useLeaveGuard = (unsaved: boolean, onLeave: () => void = () => {}): LeaveGuard => {
  const leaving = useRef(false)
  const [asked, setAsked] = useState(false)
  /** Where somebody goes who has said that they leave. */
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
    // What stays on this page, or failed to leave it, is guarded again.
    if (blocker.state === 'unblocked') leaving.current = false
    // The question is closed by now. An open dialog takes the way back for its own closing.
    if (blocker.state !== 'blocked' || blocker.location !== goesTo) return
    // The next address may be another document: its loading asks nothing either.
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
