import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { moveFocus } from '../../lib/move-focus.ts'
import { announcePageShown } from '../../lib/page-shown.ts'
import { followTyping } from '../../lib/typing.ts'
import { RouteNews } from '../../shell/RouteNews.tsx'

/** Everything that happens beside the screen when another one comes up: scrolling, focus, one announcement, a thin line. */
export const WorkspaceEffects = () => {
  const location = useLocation()
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
  return <RouteNews announcement={announcement} />
}
