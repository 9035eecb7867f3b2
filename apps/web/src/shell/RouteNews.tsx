import { ScrollRestoration, useNavigation } from 'react-router'
import { SlowHint } from './SlowHint.tsx'

/**
 * Shown beside the page after each navigation: the restored scroll position, one announcement for screen readers, and a thin progress
 * line.
 */
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
