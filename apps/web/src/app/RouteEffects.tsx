import type { PageData } from '@marketplace/contracts/page-data'
import { useEffect, useRef, useState } from 'react'
import { ScrollRestoration, useLocation, useNavigation, useRouteLoaderData } from 'react-router'

const PAGE = 'page'

/** Where reading goes on after a navigation: at the anchor, at the field that caused it, or at the start of the page. */
const moveFocus = (pathChanged: boolean, hash: string): void => {
  const anchor = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  if (!pathChanged && !anchor && document.activeElement instanceof HTMLSelectElement) return
  const target = anchor ?? document.getElementById('main')
  if (!target) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Everything that happens beside the page when the route changes: scrolling, focus, one announcement, a thin line. */
export const RouteEffects = () => {
  const location = useLocation()
  const navigation = useNavigation()
  const data = useRouteLoaderData<PageData>(PAGE)
  const [announcement, setAnnouncement] = useState('')
  const shown = useRef({ location, data })
  useEffect(() => {
    const before = shown.current
    if (before.location.key === location.key) return
    shown.current = { location, data }
    moveFocus(before.location.pathname !== location.pathname, location.hash)
    if (data && before.data !== data) setAnnouncement(data.result.meta.title)
  }, [location, data])
  return (
    <>
      <ScrollRestoration />
      <div role="status" aria-live="polite" className="sr-only">
        {announcement}
      </div>
      {navigation.state !== 'idle' && <div aria-hidden className="progress-line" />}
    </>
  )
}
