import type {
  ApplicationPage as ApplicationPageData,
  OwnApplicationPage as Page,
  SiteData,
} from '@marketplace/contracts/page-data'
import { useHref } from 'react-router'
import { SignedIn } from '../../../features/session/SignedIn.tsx'
import { LOAD_FAILURES } from '../../../lib/expected-page.ts'
import { fetchPageData } from '../../../lib/page-data.ts'
import { paths } from '../../../lib/paths.ts'
import { openedSession } from '../../../lib/session/start.ts'
import { whoOf } from '../../../lib/session/store.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { ApplicationPage } from '../application/ApplicationPage.tsx'
import { NotFoundPage } from '../errors/NotFoundPage.tsx'

const LISTS = {
  private: 'GET /applications/private',
  'embedded-private': 'GET /applications/private',
  'in-review': 'GET /applications/reviewed',
} as const

const waiting = (
  <div className="wrap pt-10">
    <Skeleton className="h-24 w-96 max-w-full rounded-card" />
    <Skeleton className="mt-8 h-72 rounded-card" />
  </div>
)
const Waiting = ({ heading }: { heading: string }) => (
  <div role="status">
    <h1 className="sr-only">{heading}</h1>
    <span className="sr-only">Loading</span>
    {waiting}
  </div>
)

type Props = { heading: string; site: SiteData; load: () => Promise<ApplicationPageData | null>; of: string }

/** The page of an application whose data comes late; null is an application that is not there for this person. */
const Loaded = ({ heading, site, load, of }: Props) => {
  const { loaded, reload } = useLoaded(of, load)
  if (loaded.status === 'loading') return <Waiting heading={heading} />
  if (loaded.status === 'failed')
    return (
      <div className="wrap pt-16">
        <h1 className="sr-only">{heading}</h1>
        <LoadFailure title={LOAD_FAILURES.application ?? ''} onRetry={reload} />
      </div>
    )
  return loaded.value ? (
    <>
      <title>{loaded.value.meta.title}</title>
      <ApplicationPage page={loaded.value} site={site} />
    </>
  ) : (
    <NotFoundPage site={site} />
  )
}

/** The page of a public application, without the marketplace's way to it: a host product's page shows it. */
const loadEmbedded = async (basename: string, slug: string): Promise<ApplicationPageData | null> => {
  for (const path of [paths.underApps(slug), paths.service(slug)]) {
    const { result } = (await fetchPageData({ basename, pathname: path, search: '' })).data
    if (result.kind === 'application') return { ...result, breadcrumbs: [] }
    if (result.kind === 'server-error') throw new Error(LOAD_FAILURES.application)
  }
  return null
}

const loadOwn = async (of: keyof typeof LISTS, slug: string): Promise<ApplicationPageData | null> => {
  const { call, ownPage } = await openedSession()
  const found = (await call(LISTS[of])).find((application) => application.slug === slug || application.id === slug)
  return found ? ownPage(found.id) : null
}

/** An application that is private, in review, or embedded in a host product's page (specification, section 2). */
export const OwnApplicationPage = ({ page: { of, slug, heading }, site }: { page: Page; site: SiteData }) => {
  const basename = useHref('/').replace(/\/$/, '')
  if (of === 'embedded') return <Loaded heading={heading} site={site} of={slug} load={() => loadEmbedded(basename, slug)} />
  return (
    <SignedIn
      what="Sign in to see an app that is there for your organization only."
      base={site.signInBase}
      heading={heading}
      waiting={waiting}
    >
      {(data) => <Loaded heading={heading} site={site} of={`${whoOf(data)} ${of} ${slug}`} load={() => loadOwn(of, slug)} />}
    </SignedIn>
  )
}
