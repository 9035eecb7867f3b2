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
import { WayInLink, waysIn } from './ways-in.tsx'

type Props = {
  page: Pick<ApplicationPage, 'name' | 'service' | 'universalRefusal' | 'restrictions' | 'plans'>
  /** The page's own path within the variant. */
  path: string
  /** Where people install instead, where nobody does here. */
  base: string | null
  hostUrl: string
  installing: Installing
  className: string
}

/** People without the permission can also request an application that has to be bought. */
const mayAsk = ({ instance }: Installing): boolean =>
  Boolean(instance && !instance.can.install.allowed && instance.can.requestAccess.allowed)

/** Whom to ask: an owner may allow what the organization's own list refuses. */
const askText = ({ instance }: Installing): string =>
  instance?.can.install.code === 'APPLICATION_NOT_ALLOWED' ? 'Ask your administrator' : 'Request access'

/** Whether there is anything to press: what nobody can install has no button, unless it is installed or can be asked for. */
export const hasInstallButton = ({ page, installing }: Pick<Props, 'page' | 'installing'>): boolean =>
  page.universalRefusal === null ||
  installing.installed ||
  (page.universalRefusal === 'PAYMENT_DUE' && (mayAsk(installing) || installing.instance?.can.install.allowed === true))

/** The one thing to do with an application: install it, open it, or ask who may. It is a link for who has no scripts. */
export const InstallButton = ({ page, path, base, hostUrl, installing, className }: Props) => {
  const { instance, installed, isAuthorized, show, begin, reload } = installing
  const verb = page.service ? 'Activate' : 'Install'
  if (installed) {
    const installation = instance?.installation
    const [way] = installation ? waysIn(installation, hostUrl) : []
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
  // It may be installed: nothing is offered that may be wrong.
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

/** Why it cannot be installed: for everybody, or for who is signed in. Nothing where it can be installed, or used. */
export const InstallNote = ({
  page,
  installing: { instance, installed, isAuthorized },
  subscriptionUrl,
}: Pick<Props, 'page' | 'installing'> & { subscriptionUrl: string | null }) => {
  const refused = installed ? instance?.can.open : instance?.can.install
  const message = refused?.allowed === false ? refused.message : null
  const failed = isAuthorized && instance === null ? `${INSTANCE_FAILED}.` : null
  const said = message ?? failed ?? (installed ? null : page.universalRefusal && errorMessage(page.universalRefusal))
  // What has to be bought is offered beside it, where it has a plan.
  if (page.plans.length > 0 && said === errorMessage('PAYMENT_DUE')) return null
  // The page says to everybody already for which plans it is.
  if (!said || page.restrictions.includes(`${said}.`)) return null
  return (
    <p className="text-sm text-muted">
      <MessageLink message={said} href={refused?.code === 'LICENSE_INACTIVE' ? subscriptionUrl : null} />
    </p>
  )
}
