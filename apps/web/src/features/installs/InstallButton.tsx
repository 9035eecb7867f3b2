import { errorMessage } from '@marketplace/contracts/errors'
import type { ApplicationPage } from '@marketplace/contracts/page-data'
import { paths } from '@marketplace/contracts/paths'
import { Check } from 'lucide-react'
import { Button, ButtonAnchor, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Installing } from './use-installing.ts'

type Props = {
  page: Pick<ApplicationPage, 'name' | 'service' | 'installBar' | 'restrictions'>
  /** The page's own path within the variant. */
  path: string
  /** Where people install instead, where nobody does here. */
  base: string | null
  installing: Installing
  className: string
}

/** Whether there is anything to press: what nobody can install has no button, unless it is installed. */
export const hasInstallButton = ({ page, installing: { instance } }: Pick<Props, 'page' | 'installing'>): boolean =>
  page.installBar === null || Boolean(instance?.installed)

/** The one thing to do with an application: install it, open it, or ask who may. It is a link for who has no scripts. */
export const InstallButton = ({ page, path, base, installing, className }: Props) => {
  const { instance, isAuthorized, show, begin } = installing
  const verb = page.service ? 'Activate' : 'Install'
  if (instance?.installed) {
    const { openPath, setup, settingsUrl } = instance.installation ?? {}
    // Another document: it may frame what this one may not.
    if (openPath)
      return (
        <ButtonLink to={openPath} reloadDocument size="lg" className={className}>
          Open app
        </ButtonLink>
      )
    if (setup === 'pending' && (settingsUrl ?? instance.onboarding))
      return (
        <Button size="lg" className={className} onClick={() => show('settings')}>
          Set it up
        </Button>
      )
    return (
      <p className={`inline-flex min-h-12 items-center justify-center gap-2 font-semibold text-positive ${className}`}>
        <Icon as={Check} size={18} />
        {page.service ? 'Activated' : 'Installed'}
      </p>
    )
  }
  if (base !== null)
    return (
      <ButtonAnchor href={base + paths.act(path, 'install')} size="lg" className={className}>
        {verb}
      </ButtonAnchor>
    )
  if (isAuthorized) {
    const mayAsk = instance && !instance.can.install.allowed && instance.can.requestAccess.allowed
    return (
      <Button size="lg" className={className} onClick={() => show('install')}>
        {mayAsk ? 'Request access' : verb}
      </Button>
    )
  }
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

/** Why not, in the specification's words: for everybody, or for who is signed in. Nothing where it can be installed. */
export const InstallNote = ({ page, installing: { instance } }: Pick<Props, 'page' | 'installing'>) => {
  if (instance?.installed) return null
  const message = instance?.can.install.allowed === false ? instance.can.install.message : null
  const said = message ?? (page.installBar && errorMessage(page.installBar))
  // The page says to everybody already for which plans it is.
  return said && !page.restrictions.includes(`${said}.`) ? <p className="text-sm text-muted">{said}</p> : null
}
