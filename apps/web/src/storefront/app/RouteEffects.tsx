import type { PageData } from '@marketplace/contracts/pages/page-data'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useRouteLoaderData } from 'react-router'
import { moveFocus } from '../../lib/move-focus.ts'
import { isError } from '../../lib/page-data.ts'
import { announcePageShown } from '../../lib/page-shown.ts'
import { followTyping } from '../../lib/typing.ts'
import { announcementOf, tidyAddress } from './after-navigation.ts'
import { RouteNews } from '../../shell/RouteNews.tsx'

const PAGE = 'page'

/** The effects of navigations: address, scrolling, focus, announcement and progress line. */
export const RouteEffects = () => {
  const location = useLocation()
  const type = useNavigationType()
  const data = useRouteLoaderData<PageData>(PAGE)
  const [announcement, setAnnouncement] = useState('')
  const shown = useRef({ location, data })
  useEffect(followTyping, [])
  useEffect(() => {
    if (data) tidyAddress(data, location.key)
    announcePageShown()
    const before = shown.current
    shown.current = { location, data }
    // The same page with new data. Its kind may differ, if loading failed before or the page no longer exists.
    const renewed = before.location.key === location.key
    if (renewed && before.data?.result.kind === data?.result.kind) return
    const pathChanged = before.location.pathname !== location.pathname
    // If the code has corrected the address, the focus does not move.
    if (pathChanged || type !== 'REPLACE') moveFocus(pathChanged || renewed, location.hash)
    // An error message is at the top of the page, so the window scrolls there.
    if (data && before.data !== data && isError(data)) window.scrollTo(0, 0)
    if (!data || before.data === data) return
    // Screen readers do not read the same text twice in a row, so every second announcement ends with a no-break space.
    setAnnouncement((last) => announcementOf(before.data, data) + (last.endsWith('\u00a0') ? '' : '\u00a0'))
  }, [location, data, type])
  return <RouteNews announcement={announcement} />
}
