import { Settings2, Trash2 } from 'lucide-react'
import { Button, ExternalButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InstalledSign } from './InstallButton.tsx'
import { FINISH } from './install-texts.ts'
import type { Installing } from './use-installing.ts'
import { useSetup } from './use-setup.ts'
import { type HostSite, settingsWay, WayInLink, waysIn } from './ways-in.tsx'

/** The box for an installed application: it says that the application is installed, what is left to do, and offers the other actions. */
export const InstalledBox = ({ installing: { instance, show }, host }: { installing: Installing; host: HostSite }) => {
  const markDone = useSetup(instance?.id ?? '', 'done')
  if (!instance?.installed || !instance.installation) return null
  const { setup, service, finish } = instance.installation
  const settings = settingsWay(instance.installation, host.hostUrl)
  const [first, ...others] = waysIn(instance.installation, host)
  const isPending = setup === 'pending' && Boolean(settings ?? finish ?? instance.onboarding)
  return (
    <div className="space-y-3">
      {/* Otherwise the button itself says that the application is installed. */}
      {(first || isPending) && <InstalledSign service={service} />}
      {finish && (
        <div role="note" className="space-y-3 rounded-card bg-warning-soft p-4 text-sm text-warning">
          <p>{finish.text ?? `${FINISH}.`}</p>
          <div className="flex flex-wrap gap-2">
            <ExternalButtonLink href={finish.url} size="sm">
              {FINISH}
            </ExternalButtonLink>
            <Button variant="secondary" size="sm" onClick={markDone.run} disabled={markDone.busy} aria-busy={markDone.busy}>
              Mark as done
            </Button>
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {others.map((way) => (
          <WayInLink key={way.href} way={way} variant="secondary" className="grow" />
        ))}
        {settings && setup === 'done' && <WayInLink way={settings} variant="secondary" className="grow" />}
        {isPending && first && (settings ?? instance.onboarding) && (
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
    </div>
  )
}
