import { ScrollRestoration, useNavigation } from 'react-router'
import { SlowHint } from './SlowHint.tsx'

/**
 * The effects of each navigation: it restores the scroll position, announces the page to screen readers, and shows a thin progress line.
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
