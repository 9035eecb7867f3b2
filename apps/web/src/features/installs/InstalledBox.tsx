import { Settings2, Trash2 } from 'lucide-react'
import { Button, ExternalButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { settingsTarget } from './settings-target.ts'
import type { Installing } from './use-installing.ts'

/** What else can be done with an application that is installed. */
export const InstalledBox = ({ installing: { instance, show }, hostUrl }: { installing: Installing; hostUrl: string }) => {
  if (!instance?.installed || !instance.installation) return null
  const { setup, settingsUrl, service, openPath } = instance.installation
  const settings = settingsTarget(settingsUrl, hostUrl)
  return (
    <div className="flex flex-wrap gap-2">
      {settings && setup === 'done' && (
        <ExternalButtonLink href={settings} variant="secondary" className="grow">
          Open settings
        </ExternalButtonLink>
      )}
      {setup === 'pending' && openPath && (settings ?? instance.onboarding) && (
        <Button variant="secondary" className="grow" onClick={() => show('settings')}>
          <Icon as={Settings2} />
          Set it up
        </Button>
      )}
      {instance.can.uninstall.allowed && (
        <Button variant="quiet" className="grow" onClick={() => show('uninstall')}>
          <Icon as={Trash2} />
          {service ? 'Deactivate' : 'Uninstall'}
        </Button>
      )}
    </div>
  )
}
