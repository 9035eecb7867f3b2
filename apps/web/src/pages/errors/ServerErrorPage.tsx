import type { SiteData } from '@marketplace/contracts/page-data'
import { RotateCw } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

export const ServerErrorPage = ({ site }: { site: SiteData }) => (
  <div className="wrap flex flex-col items-center pt-20 text-center md:pt-28">
    <p className="text-sm text-muted tabular-nums">500</p>
    <h1 className="mt-3 text-3xl font-semibold md:text-4xl">This page did not load</h1>
    <p className="mt-3 max-w-md text-base text-muted">
      Something failed between you and the {site.marketplace}. Nothing of yours was changed or lost. Please try again in a moment.
    </p>
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <Button onClick={() => window.location.reload()} className="no-js:hidden">
        <Icon as={RotateCw} />
        Try again
      </Button>
      <ButtonLink to={paths.home()} variant="secondary" reloadDocument>
        Go to the start page
      </ButtonLink>
    </div>
  </div>
)
