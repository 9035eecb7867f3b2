import { ScrollRestoration, useNavigation } from 'react-router'
import { SlowHint } from './SlowHint.tsx'

/** What stands beside the page at every change of the route: where it was scrolled to, one announcement, and a thin line while the next is on its way. */
export const RouteNews = ({ announcement }: { announcement: string }) => {
  const navigation = useNavigation()
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
