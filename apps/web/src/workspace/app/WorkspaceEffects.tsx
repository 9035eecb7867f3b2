import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { moveFocus } from '../../lib/move-focus.ts'
import { announcePageShown } from '../../lib/page-shown.ts'
import { followTyping } from '../../lib/typing.ts'
import { RouteNews } from '../../shell/RouteNews.tsx'

/** The effects of navigations between screens: scrolling, focus, announcement and progress line. */
export const WorkspaceEffects = () => {
  const location = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const shown = useRef(location.pathname)
  useEffect(followTyping, [])
  useEffect(announcePageShown, [location])
  useEffect(() => {
    // Another filter or page of a table is the same screen, so the focus stays.
    if (shown.current === location.pathname) return
    shown.current = location.pathname
    moveFocus(true, location.hash)
    setAnnouncement(document.title)
  }, [location])
  return <RouteNews announcement={announcement} />
}
