import type { Application } from '@marketplace/contracts/application'
import type { InstalledApplication } from '@marketplace/contracts/installs'
import type { OpenApplicationPage as Page, SiteData } from '@marketplace/contracts/page-data'
import { ArrowLeft, AppWindow } from 'lucide-react'
import { useState } from 'react'
import { SignedIn } from '../../features/session/SignedIn.tsx'
import { LOAD_FAILURES } from '../../lib/expected-page.ts'
import { paths } from '../../lib/paths.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { frameAddress } from './frame-address.ts'

/** It runs as itself, on its own origin: with scripts and forms, and without this window, which it may not lead away. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

type Found = { installed: InstalledApplication | null; address: string | null }

const find = async (slug: string): Promise<Found> => {
  const { call } = await openedSession()
  const installed = (await call('GET /applications/installed')).find((application) => application.slug === slug) ?? null
  if (!installed?.openPath) return { installed, address: null }
  const own = (await call('GET /applications')).find(({ id }) => id === installed.id)
  const application: Application = own ?? (await call('GET /applications/{slug}/published', { params: { slug } }))
  return { installed, address: frameAddress(application, window.location.origin) }
}

const waiting = <Skeleton className="fixed inset-x-0 top-[calc(3rem+var(--top))] bottom-0 rounded-none" />

const Frame = ({ name, address, back }: { name: string; address: string; back: string }) => {
  const [ready, setReady] = useState(false)
  return (
    <div data-full-screen="" className="flex flex-col">
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-3">
        <Link to={back} reloadDocument className="inline-flex min-h-9 items-center gap-2 rounded-sm px-2 text-sm hover:bg-hover">
          <Icon as={ArrowLeft} />
          Back
        </Link>
        <h1 className="min-w-0 truncate text-sm font-semibold">{name}</h1>
      </div>
      <div className="relative min-h-0 grow">
        {!ready && <Skeleton className="absolute inset-0 rounded-none" />}
        <iframe
          title={name}
          src={address}
          sandbox={SANDBOX}
          allow="clipboard-write; fullscreen"
          referrerPolicy="strict-origin"
          onLoad={() => setReady(true)}
          className="absolute inset-0 size-full bg-white"
        />
      </div>
    </div>
  )
}

const Opened = ({ slug, token, heading }: { slug: string; token: string; heading: string }) => {
  const { loaded, reload } = useLoaded(`${token} ${slug}`, () => find(slug))
  if (loaded.status === 'loading')
    return (
      <div role="status">
        <h1 className="sr-only">{heading}</h1>
        <span className="sr-only">Loading</span>
        {waiting}
      </div>
    )
  if (loaded.status === 'failed')
    return (
      <div className="wrap pt-16">
        <h1 className="sr-only">{heading}</h1>
        <LoadFailure title={LOAD_FAILURES.application ?? ''} onRetry={reload} />
      </div>
    )
  const { installed, address } = loaded.value
  const back = paths.underApps(slug)
  if (installed && address) return <Frame name={installed.name} address={address} back={paths.myApps()} />
  return (
    <div className="wrap pt-16">
      <h1 className="sr-only">{installed?.name ?? 'App'}</h1>
      {installed ? (
        <EmptyState
          icon={AppWindow}
          title={`${installed.name} has no window of its own`}
          action={<ButtonLink to={paths.myApps()}>My apps</ButtonLink>}
        >
          It works inside your product. You find what it may do and its settings under My apps.
        </EmptyState>
      ) : (
        <EmptyState icon={AppWindow} title="This app is not installed" action={<ButtonLink to={back}>See the app</ButtonLink>}>
          It opens here as soon as your organization has installed it.
        </EmptyState>
      )}
    </div>
  )
}

/** An installed application over the whole window (specification, section 2, "Full-screen app"). */
export const OpenApplicationPage = ({ page: { slug, heading }, site }: { page: Page; site: SiteData }) => (
  <SignedIn what="Sign in to open the apps of your organization." base={site.signInBase} heading={heading} waiting={waiting}>
    {({ token }) => <Opened slug={slug} token={token} heading={heading} />}
  </SignedIn>
)
