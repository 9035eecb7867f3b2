import { useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { moveFocus } from '../../lib/move-focus.ts'
import { announcePageShown } from '../../lib/page-shown.ts'
import { followTyping } from '../../lib/typing.ts'
import { SlowHint } from '../../shell/SlowHint.tsx'

/** Everything that happens beside the screen when another one comes up: scrolling, focus, one announcement, a thin line. */
export const WorkspaceEffects = () => {
  const location = useLocation()
  const navigation = useNavigation()
  const [announcement, setAnnouncement] = useState('')
  const shown = useRef(location.pathname)
  useEffect(followTyping, [])
  useEffect(announcePageShown, [location])
  useEffect(() => {
    // A filter or a page of a table is no other screen: the focus stays where it is.
    if (shown.current === location.pathname) return
    shown.current = location.pathname
    moveFocus(true, location.hash)
    setAnnouncement(document.title)
  }, [location])
  return (
    <>
      <ScrollRestoration />
      <div role="status" aria-live="polite" className="sr-only">
        {announcement}
      </div>
      <SlowHint />
      {navigation.state !== 'idle' && <div aria-hidden className="progress-line" />}
    </>
  )
}
