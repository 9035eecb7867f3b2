import type { Application } from '@marketplace/contracts/catalogue/schemas'
import { ERRORS } from '@marketplace/contracts/core/errors'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import type { OpenApplicationPage as Page } from '@marketplace/contracts/pages/client-pages'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { hostAddress } from '@marketplace/domain/application-addresses'
import { ArrowLeft, AppWindow, UserRoundX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SignedIn } from '../../../features/session/SignedIn.tsx'
import { LOAD_FAILURES } from '../../../lib/expected-page.ts'
import { useInstallsNews } from '../../../lib/installs-news.ts'
import { paths } from '../../../lib/paths.ts'
import { openedSession } from '../../../lib/session/start.ts'
import { whoOf } from '../../../lib/session/store.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { ButtonLink, ExternalButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../ui/Link.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { askedDestination, frameAddress } from './frame-address.ts'

/** It runs as itself, on its own origin: with scripts and forms, and without this window, which it may not lead away. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

type Found = { installed: InstalledApplication | null; frame: { address: string; application: Application } | null }

const find = async (slug: string): Promise<Found> => {
  const { product } = await openedSession()
  const installed = (await product('GET /applications/installed')).find((application) => application.slug === slug) ?? null
  if (installed?.opensIn !== 'marketplace') return { installed, frame: null }
  const own = (await product('GET /applications')).find(({ id }) => id === installed.id)
  const application: Application = own ?? (await product('GET /applications/{slug}/published', { params: { slug } }))
  const address = frameAddress(application, window.location.origin)
  return { installed, frame: address === null ? null : { address, application } }
}

const waiting = <Skeleton className="fixed inset-x-0 top-[calc(3rem+var(--top))] bottom-0 rounded-none" />

type FrameProps = NonNullable<Found['frame']> & { name: string; back: string }

const Frame = ({ name, address, application, back }: FrameProps) => {
  const [ready, setReady] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  // The frame may not lead this window away by itself. It asks, and gets to the one origin that its trustedUrl names.
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || origin !== new URL(address).origin) return
      const to = askedDestination(data, application)
      if (to !== null) window.location.assign(to)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [address, application])
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
          ref={frame}
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

/** Why nothing opens here, and where to go instead. */
const NoFrame = ({ installed, back, hostUrl }: { installed: InstalledApplication | null; back: string; hostUrl: string }) => {
  if (!installed)
    return (
      <EmptyState icon={AppWindow} title="This app is not installed" action={<ButtonLink to={back}>See the app</ButtonLink>}>
        It opens here as soon as your organization has installed it.
      </EmptyState>
    )
  const { name, usable, openPath } = installed
  const hosted = hostAddress(openPath, hostUrl)
  if (!usable)
    return (
      <EmptyState icon={UserRoundX} title={`${name} is for others`} action={<ButtonLink to={paths.myApps()}>My apps</ButtonLink>}>
        {ERRORS.NOT_AMONG_AGENTS.message}
      </EmptyState>
    )
  if (hosted)
    return (
      <EmptyState
        icon={AppWindow}
        title={`${name} opens in your product`}
        action={<ExternalButtonLink href={hosted}>Open app</ExternalButtonLink>}
      >
        It has its place there, and no window here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={AppWindow}
      title={`${name} has no window of its own`}
      action={<ButtonLink to={paths.myApps()}>My apps</ButtonLink>}
    >
      It works inside your product. You find what it may do and its settings under My apps.
    </EmptyState>
  )
}

type OpenedProps = { slug: string; who: string; heading: string; hostUrl: string }

const Opened = ({ slug, who, heading, hostUrl }: OpenedProps) => {
  const { loaded, reload, refresh } = useLoaded(`${who} ${slug}`, () => find(slug))
  useInstallsNews(refresh)
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
        <LoadFailure title={LOAD_FAILURES.underApps ?? ''} onRetry={reload} />
      </div>
    )
  const { installed, frame } = loaded.value
  const back = paths.underApps(slug)
  if (installed && frame) return <Frame {...frame} name={installed.name} back={paths.myApps()} />
  return (
    <div className="wrap pt-16">
      <h1 className="sr-only">{installed?.name ?? 'App'}</h1>
      <NoFrame installed={installed} back={back} hostUrl={hostUrl} />
    </div>
  )
}

/** An installed application in the whole window. */
export const OpenApplicationPage = ({ page: { slug, heading }, site }: { page: Page; site: SiteData }) => (
  <SignedIn what="Sign in to open the apps of your organization." base={site.signInBase} heading={heading} waiting={waiting}>
    {(data) => <Opened slug={slug} who={whoOf(data)} heading={heading} hostUrl={site.hostUrl} />}
  </SignedIn>
)
