import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { AccessBeforeInstall } from '../../../features/applications/detail/AccessList.tsx'
import { ApplicationView } from '../../../features/applications/detail/ApplicationView.tsx'
import { useBuyParts } from '../../../features/cart/use-buy-parts.tsx'
import { useInstallParts } from '../../../features/installs/use-install-parts.tsx'
import { Reviews } from '../../../features/ratings/Reviews.tsx'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { LOAD_FAILURES } from '../../../lib/expected-page.ts'
import { useSession } from '../../../lib/session/store.ts'
import { NotFoundPage } from '../../../shell/NotFoundPage.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { FOR_EVERYBODY } from '../../data/query-client.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScreenHead, useScreen } from '../../kit/Page.tsx'
import { useShell } from '../../kit/shell.ts'
import { useListName } from '../own-applications/lists.ts'
import { loadEmbedded, loadOwn } from './load-application.ts'

const waiting = (
  <div className="wrap pt-10">
    <Skeleton className="h-24 w-96 max-w-full rounded-card" />
    <Skeleton className="mt-8 h-72 rounded-card" />
  </div>
)

const LoadedApplication = ({ page }: { page: ApplicationPage }) => {
  const { site } = useShell()
  return (
    <>
      <ScreenHead title={page.meta.title} description={page.meta.description} />
      <ApplicationView
        page={page}
        install={useInstallParts(page, site, <AccessBeforeInstall page={page} />)}
        buy={useBuyParts(page, site)}
        reviews={<Reviews page={page} rating={null} onReport={null} />}
      />
    </>
  )
}

type Props = { name: string; load: () => Promise<ApplicationPage | null>; isPublic?: boolean }

/** Shows an application. `load` resolves with null if this person may not see it. */
const Application = ({ name, load, isPublic = false }: Props) => {
  const { site } = useShell()
  const { heading, title } = useScreen()
  const query = useQuery({ queryKey: ['application page', name], queryFn: load, ...(isPublic && { meta: FOR_EVERYBODY }) })
  return (
    <>
      {!query.data && <ScreenHead title={title} />}
      {query.data === undefined && <h1 className="sr-only">{heading}</h1>}
      <Loaded query={query} failed={LOAD_FAILURES.underApps ?? ''} waiting={waiting}>
        {(page) => (page ? <LoadedApplication page={page} /> : <NotFoundPage site={site} />)}
      </Loaded>
    </>
  )
}

/** The page of an application that is private, in review, or embedded in a host product's page. */
export const OwnApplicationPage = () => {
  const { slug = '' } = useParams()
  const list = useListName()
  const { heading, title } = useScreen()
  // Once the application has loaded, its page sets its own title.
  const isSignedIn = Boolean(useSession()?.data)
  const { basename } = useShell()
  if (list === 'embedded')
    return <Application key={slug} name={`${list} ${slug}`} load={() => loadEmbedded(basename, slug)} isPublic />
  return (
    <>
      {!isSignedIn && <ScreenHead title={title} />}
      <SignedIn what="Sign in to see an app that is there for your organization only." heading={heading} waiting={waiting}>
        {() => <Application key={slug} name={`${list} ${slug}`} load={() => loadOwn(list, slug)} />}
      </SignedIn>
    </>
  )
}
