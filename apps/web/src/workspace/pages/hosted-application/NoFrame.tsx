import { ERRORS } from '@marketplace/contracts/core/errors'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { AppWindow, Settings2, UserRoundX } from 'lucide-react'
import { type HostSite, hostWay, settingsWay, WayInLink } from '../../../features/installs/ways-in.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { HostedPlacement } from './find-application.ts'

type Props = { installed: InstalledApplication | null; placement: HostedPlacement; back: string; site: HostSite }

const myApps = <ButtonLink to={paths.myApps()}>My apps</ButtonLink>

/** Says why the application does not open here, and where to go instead. */
export const NoFrame = ({ installed, placement, back, site }: Props) => {
  if (!installed)
    return (
      <EmptyState icon={AppWindow} title="This app is not installed" action={<ButtonLink to={back}>See the app</ButtonLink>}>
        It opens here as soon as your organization has installed it.
      </EmptyState>
    )
  const { name, usable, openPath } = installed
  if (placement === 'settings') {
    const settings = settingsWay(installed, site.hostUrl)
    return (
      <EmptyState
        icon={Settings2}
        title={settings ? `${name} has its settings elsewhere` : `${name} has no settings for you`}
        action={settings?.at === 'tab' ? <WayInLink way={settings} /> : myApps}
      >
        {settings ? 'Its developer keeps them on another page.' : 'It works as it is, or an administrator sets it up.'}
      </EmptyState>
    )
  }
  if (!usable)
    return (
      <EmptyState icon={UserRoundX} title={`${name} is for others`} action={myApps}>
        {ERRORS.NOT_AMONG_AGENTS.message}
      </EmptyState>
    )
  const hosted = hostWay('Open app', openPath, site)
  if (hosted)
    return (
      <EmptyState icon={AppWindow} title={`${name} opens in your product`} action={<WayInLink way={hosted} />}>
        It has its place there, and no window here.
      </EmptyState>
    )
  return (
    <EmptyState icon={AppWindow} title={`${name} has no window of its own`} action={myApps}>
      It works inside your product. You find what it may do and its settings under My apps.
    </EmptyState>
  )
}
