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

/** Reacts to navigations: address, scrolling, focus, one announcement, a thin progress line. */
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
    // The same page with new data. Its kind may have changed, if it failed before or is gone now.
    const renewed = before.location.key === location.key
    if (renewed && before.data?.result.kind === data?.result.kind) return
    const pathChanged = before.location.pathname !== location.pathname
    // An address that was corrected without the person's doing does not move the focus.
    if (pathChanged || type !== 'REPLACE') moveFocus(pathChanged || renewed, location.hash)
    // An error message is at the top of the page, so the window scrolls there.
    if (data && before.data !== data && isError(data)) window.scrollTo(0, 0)
    if (!data || before.data === data) return
    // Screen readers ignore the same text twice, so every second one ends with a no-break space.
    setAnnouncement((last) => announcementOf(before.data, data) + (last.endsWith('\u00a0') ? '' : '\u00a0'))
  }, [location, data, type])
  return <RouteNews announcement={announcement} />
}
