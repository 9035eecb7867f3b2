import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { useInstallsNews } from '../../../lib/installs-news.ts'
import { paths } from '../../../lib/paths.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScreenHead, useScreen } from '../../kit/Page.tsx'
import { useShell } from '../../kit/shell.ts'
import { findApplication, type HostedPlacement } from './find-application.ts'
import { HostedFrame } from './HostedFrame.tsx'
import { NoFrame } from './NoFrame.tsx'

const waiting = <Skeleton className="fixed inset-x-0 top-[calc(3rem+var(--top))] bottom-0 rounded-none" />

const Hosted = ({ name, placement }: { name: string; placement: HostedPlacement }) => {
  const { site } = useShell()
  const { heading } = useScreen()
  const queries = useQueryClient()
  const queryKey = ['hosted-application', name, placement]
  // While the page is open, the application is loaded again only after changes in the organization.
  const query = useQuery({ queryKey, queryFn: () => findApplication(name, placement), refetchOnWindowFocus: false })
  useInstallsNews(() => void queries.invalidateQueries({ queryKey }))
  return (
    <Loaded query={query} failed="App details couldn't be loaded" waiting={waiting}>
      {({ installed, widget }) =>
        installed && widget ? (
          <HostedFrame installed={installed} widget={widget} placement={placement} />
        ) : (
          <div className="wrap pt-16">
            <h1 className="sr-only">{installed?.name ?? heading}</h1>
            <NoFrame installed={installed} placement={placement} back={paths.underApps(installed?.slug ?? name)} site={site} />
          </div>
        )
      }
    </Loaded>
  )
}

const HostedApplicationPage = ({ placement }: { placement: HostedPlacement }) => {
  const { slug = '' } = useParams()
  const { heading, title } = useScreen()
  return (
    <>
      <ScreenHead title={title} />
      <SignedIn what="Sign in to open the apps of your organization." heading={heading} waiting={waiting}>
        {() => <Hosted name={slug} placement={placement} />}
      </SignedIn>
    </>
  )
}

/** An installed application, full-screen. */
export const OpenApplicationPage = () => <HostedApplicationPage placement="fullscreen" />

/** The settings of an installed application, full-screen. */
export const ApplicationSettingsPage = () => <HostedApplicationPage placement="settings" />
