import type { ErrorPage } from '@marketplace/contracts/pages/page-data'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { expectedPage, LOAD_FAILURES } from '../../../lib/expected-page.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'

/** Shown if a page could not be loaded. Without `page`, rendering has failed, and only a full load can help. */
export const ServerErrorPage = ({ page, site }: { page?: ErrorPage; site: SiteData }) => {
  const { pathname } = useLocation()
  const { revalidate, state } = useRevalidator()
  const [tried, setTried] = useState(false)
  const expected = page ? expectedPage(pathname, site) : null
  const says = page?.says
  const tryAgain = async () => {
    if (!page) return window.location.reload()
    setTried(false)
    await revalidate()
    setTried(true)
  }
  return (
    <div className="wrap flex flex-col items-center pt-20 text-center md:pt-28">
      {!says && <p className="text-muted">500</p>}
      <h1 className="mt-3 text-3xl font-semibold md:text-4xl">
        {says?.heading ?? (expected && LOAD_FAILURES[expected]) ?? 'This page did not load'}
      </h1>
      <p className="mt-3 max-w-md text-base text-balance text-muted">
        {says?.text ?? 'Nothing of yours was lost. Try again in a moment.'}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={tryAgain} aria-busy={state !== 'idle'} className="no-js:hidden">
          <Icon as={RotateCw} className={state === 'idle' ? undefined : 'animate-spin'} />
          Try again
        </Button>
        <ButtonLink to={paths.home()} variant="secondary" reloadDocument>
          Go to the start page
        </ButtonLink>
      </div>
      <p role="status" className="mt-4 min-h-5 text-sm text-muted">
        {tried && 'It failed again.'}
      </p>
    </div>
  )
}
