import type { Instance } from '@marketplace/contracts/installs/schemas'
import { Button } from '../../ui/Button.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { hostOf } from '../../ui/host-of.ts'
import { Modal } from '../../ui/Modal.tsx'
import { FINISH } from './install-texts.ts'
import { type Onboarding, readOnboarding } from './onboarding.ts'
import { useSetup } from './use-setup.ts'
import { settingsWay, WayInLink } from './ways-in.tsx'

const Steps = ({ onboarding: { title, steps } }: { onboarding: Onboarding }) => (
  <section aria-label={title}>
    <h3 className="mb-3 text-base font-semibold">{title}</h3>
    <ol className="space-y-3">
      {steps.map((step, index) => (
        <li key={step.title} className="flex gap-3">
          <span
            aria-hidden
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-xs font-semibold tabular-nums"
          >
            {index + 1}
          </span>
          <div className="min-w-0">
            <p className="font-semibold">{step.url ? <ExternalLink href={step.url}>{step.title}</ExternalLink> : step.title}</p>
            {step.description && <p className="text-muted">{step.description}</p>}
          </div>
        </li>
      ))}
    </ol>
  </section>
)

type Props = {
  name: string
  instance: Instance | null | undefined
  /** The message of another product that took part in the install; null if there is none. */
  outcome: string | null
  hostUrl: string
  open: boolean
  onClose: () => void
}

/** The set-up of an installed application: the developer's first steps, the settings, and the button that marks the set-up as done. */
export const SettingsDialog = ({ name, instance, outcome, hostUrl, open, onClose }: Props) => {
  const installation = instance?.installation
  const done = installation?.setup === 'done'
  const change = useSetup(installation?.id ?? '', done ? 'pending' : 'done', done ? undefined : onClose)
  if (!instance || !installation) return null
  const onboarding = readOnboarding(instance.onboarding)
  const settings = settingsWay(installation, hostUrl)
  const { finish } = installation
  // If another product has just set the application up, the set-up need not be marked as done.
  const mayMark = instance.can.manageAgents.allowed && !(done && outcome !== null)
  const { directInstall } = instance
  const primary = finish ? { href: finish.url, text: FINISH, at: 'tab' as const, tells: () => {} } : settings
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={`Set up ${name}`}
      actions={
        <>
          {mayMark && (
            <Button variant="secondary" onClick={change.run} disabled={change.busy} aria-busy={change.busy}>
              {done ? 'Set it up again' : 'It is set up'}
            </Button>
          )}
          {primary ? <WayInLink way={primary} /> : <Button onClick={onClose}>Done</Button>}
        </>
      }
    >
      <div className="space-y-5">
        {outcome !== null && <p className="text-base break-words">{outcome}</p>}
        {finish && <p>{finish.text ?? `${FINISH} on ${hostOf(finish.url)}.`}</p>}
        {onboarding && <Steps onboarding={onboarding} />}
        {directInstall && (
          <p>
            <ExternalLink href={directInstall.url} className="underline">
              Go on at {hostOf(directInstall.url)}
            </ExternalLink>
          </p>
        )}
        {settings && settings.at === 'tab' && (
          <p className={(onboarding ?? finish) ? 'text-muted' : undefined}>
            Its{' '}
            <ExternalLink href={settings.href} className="underline">
              settings
            </ExternalLink>{' '}
            are on {hostOf(settings.href)}, with its developer.
          </p>
        )}
        {!onboarding && !settings && !finish && !directInstall && outcome === null && (
          <p>There is nothing to set up: it works as it is.</p>
        )}
      </div>
    </Modal>
  )
}
