import { errorMessage } from '@marketplace/contracts/core/errors'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { paths } from '@marketplace/contracts/pages/paths'
import { Check } from 'lucide-react'
import { Button, ButtonAnchor, ButtonLink } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MessageLink } from '../../ui/MessageLink.tsx'
import { INSTANCE_FAILED } from './install-texts.ts'
import type { Installing } from './use-installing.ts'
import { type HostSite, WayInLink, waysIn } from './ways-in.tsx'

type Props = {
  page: Pick<ApplicationPage, 'name' | 'service' | 'universalRefusal' | 'restrictions' | 'plans'>
  /** The page's own path within the variant. */
  path: string
  /** The address of the base variant, where people sign in and install; null if they can do so here. */
  base: string | null
  host: HostSite
  installing: Installing
  className: string
}

/** People without the permission to install can also request an application that has to be bought. */
const mayAsk = ({ instance }: Installing): boolean =>
  Boolean(instance && !instance.can.install.allowed && instance.can.requestAccess.allowed)

/** The label of the button that requests the application. If the organization's own list refuses it, an owner can allow it. */
const askText = ({ instance }: Installing): string =>
  instance?.can.install.code === 'APPLICATION_NOT_ALLOWED' ? 'Ask your administrator' : 'Request access'

/** Whether there is a button: an application that nobody can install has none, unless it is installed or can be requested. */
export const hasInstallButton = ({ page, installing }: Pick<Props, 'page' | 'installing'>): boolean =>
  page.universalRefusal === null ||
  installing.installed ||
  (page.universalRefusal === 'PAYMENT_DUE' && (mayAsk(installing) || installing.instance?.can.install.allowed === true))

/** The main action of an application: install, open, or request it. Without scripts it is a link. */
export const InstallButton = ({ page, path, base, host, installing, className }: Props) => {
  const { instance, installed, isAuthorized, show, begin, reload } = installing
  const verb = page.service ? 'Activate' : 'Install'
  if (installed) {
    const installation = instance?.installation
    const [way] = installation ? waysIn(installation, host) : []
    if (way) return <WayInLink way={way} size="lg" className={className} />
    if (instance && installation?.setup === 'pending' && (installation.settingsUrl ?? installation.finish ?? instance.onboarding))
      return (
        <Button size="lg" className={className} onClick={() => show('settings')}>
          Set it up
        </Button>
      )
    return <InstalledSign service={page.service} className={`min-h-12 justify-center ${className}`} />
  }
  if (base !== null)
    return (
      <ButtonAnchor href={base + paths.act(path, 'install')} size="lg" className={className}>
        {verb}
      </ButtonAnchor>
    )
  // The instance could not be loaded, and the application may be installed. The button only offers to try again, because every other action
  // might be wrong.
  if (isAuthorized && instance === null)
    return (
      <Button size="lg" variant="secondary" className={className} onClick={reload}>
        Try again
      </Button>
    )
  if (isAuthorized)
    return (
      <Button size="lg" className={className} onClick={() => show('install')}>
        {mayAsk(installing) ? askText(installing) : verb}
      </Button>
    )
  return (
    <ButtonLink
      to={paths.signIn(paths.act(path, 'install'))}
      size="lg"
      className={className}
      onClick={(event) => {
        event.preventDefault()
        const { href } = event.currentTarget
        begin().catch(() => window.location.assign(href))
      }}
    >
      {verb}
    </ButtonLink>
  )
}

export const InstalledSign = ({ service, className }: { service: boolean; className?: string }) => (
  <p className={classNames('inline-flex items-center gap-2 font-semibold text-positive', className)}>
    <Icon as={Check} size={18} />
    {service ? 'Activated' : 'Installed'}
  </p>
)

/** The reason why nobody, or only the signed-in person, can install or open the application. Renders nothing if there is no reason. */
export const InstallNote = ({
  page,
  installing: { instance, installed, isAuthorized },
  subscriptionUrl,
}: Pick<Props, 'page' | 'installing'> & { subscriptionUrl: string | null }) => {
  const refused = installed ? instance?.can.open : instance?.can.install
  const message = refused?.allowed === false ? refused.message : null
  const failed = isAuthorized && instance === null ? `${INSTANCE_FAILED}.` : null
  const said = message ?? failed ?? (installed ? null : page.universalRefusal && errorMessage(page.universalRefusal))
  // If the application has plans, the box beside the button offers to buy one, so this reason is not shown.
  if (page.plans.length > 0 && said === errorMessage('PAYMENT_DUE')) return null
  // The page already shows this sentence among the restrictions.
  if (!said || page.restrictions.includes(`${said}.`)) return null
  return (
    <p className="text-sm text-muted">
      <MessageLink message={said} href={refused?.code === 'LICENSE_INACTIVE' ? subscriptionUrl : null} />
    </p>
  )
}
