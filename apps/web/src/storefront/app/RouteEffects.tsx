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

/** Everything that happens beside the page when the route changes: address, scrolling, focus, one announcement, a thin line. */
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
    // The same page again: refreshed, or its kind has changed because it failed before or is gone now.
    const renewed = before.location.key === location.key
    if (renewed && before.data?.result.kind === data?.result.kind) return
    const pathChanged = before.location.pathname !== location.pathname
    // An address that changed by itself takes nobody's focus.
    if (pathChanged || type !== 'REPLACE') moveFocus(pathChanged || renewed, location.hash)
    // What has failed is said at the top, also where a filter further down was the cause.
    if (data && before.data !== data && isError(data)) window.scrollTo(0, 0)
    if (!data || before.data === data) return
    // The same words twice would not be said again.
    setAnnouncement((last) => announcementOf(before.data, data) + (last.endsWith('\u00a0') ? '' : '\u00a0'))
  }, [location, data, type])
  return <RouteNews announcement={announcement} />
}
