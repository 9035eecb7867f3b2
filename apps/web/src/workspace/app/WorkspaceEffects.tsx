import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { moveFocus } from '../../lib/move-focus.ts'
import { announcePageShown } from '../../lib/page-shown.ts'
import { followTyping } from '../../lib/typing.ts'
import { RouteNews } from '../../shell/RouteNews.tsx'

/** Reacts to navigations between screens: scrolling, focus, one announcement, a thin progress line. */
export const WorkspaceEffects = () => {
  const location = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const shown = useRef(location.pathname)
  useEffect(followTyping, [])
  useEffect(announcePageShown, [location])
  useEffect(() => {
    // A filter or a page of a table is the same screen: the focus stays.
    if (shown.current === location.pathname) return
    shown.current = location.pathname
    moveFocus(true, location.hash)
    setAnnouncement(document.title)
  }, [location])
  return <RouteNews announcement={announcement} />
}
