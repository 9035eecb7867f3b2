import { NO_ACCESS_MAX_AGENTS } from '@marketplace/contracts/core/roles'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { type ReactNode, useState } from 'react'
import { heldTracking } from '../../lib/attribution.ts'
import { tellApplication } from '../../lib/host/tell-application.ts'
import { markInstalled } from '../../lib/installs.ts'
import { tellInstalls } from '../../lib/installs-news.ts'
import { track } from '../../lib/signals.ts'
import { openedSession } from '../../lib/session/start.ts'
import { isCode } from '../../lib/is-code.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { hostOf } from '../../ui/host-of.ts'
import { MessageLink } from '../../ui/MessageLink.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../lib/toasts.ts'
import {
  ACTIVATED,
  assertDone,
  INSTALLED,
  INSTANCE_FAILED,
  installFailure,
  outcomeText,
  refusalWord,
  refusedWith,
  REQUEST_FAILED,
  REQUEST_SENT,
} from './install-texts.ts'
import type { Installing } from './use-installing.ts'

type Props = {
  page: ApplicationPage
  installing: Installing
  access: ReactNode
  subscriptionUrl: string | null
  /**
   * Called with the message of another product that takes part in the install; with null if that product was not called or sent no message.
   */
  onOutcome: (text: string | null) => void
}

/** The administrators whom the person can ask: the first few by name, and the number of the others. */
const Administrators = ({ names, more }: { names: string[]; more: number }) =>
  names.length > 0 && (
    <ul aria-label="Administrators" className="mt-3 flex flex-wrap gap-1.5">
      {names.slice(0, NO_ACCESS_MAX_AGENTS).map((name) => (
        <li key={name} className="rounded-full bg-sunken px-3 py-1">
          {name}
        </li>
      ))}
      {more > 0 && <li className="rounded-full bg-sunken px-3 py-1">+{more}</li>}
    </ul>
  )

/** Navigates to the page on which the developer continues the install. Returns false if the browser opens no tab for it. */
const leadTo = ({ url, newTab }: { url: string; newTab: boolean }): boolean => {
  // In a host product's frame, a page of another site must open in its own tab.
  if (!newTab && window.parent === window) {
    window.location.assign(url)
    return true
  }
  const tab = window.open(url, '_blank')
  // The developer's page must not be able to control this window.
  if (tab) tab.opener = null
  return tab !== null
}

/** The information for a product that takes part in the install: the path of the page, and the utm parameters of the visit. */
const source = () => ({ source_path: window.location.pathname, ...Object.fromEntries(heldTracking()) })

/** The dialog before an install. It shows what the application may do; or why it cannot be installed, and whom to ask. */
export const InstallDialog = ({ page, installing, access, subscriptionUrl, onOutcome }: Props) => {
  const { instance, isAuthorized, isInitialized, view, show, close, begin, reload } = installing
  const verb = page.service ? 'Activate' : 'Install'
  const [refused, setRefused] = useState<string | null>(null)
  const told = instance?.specialInstall && hostOf(instance.specialInstall.origin)
  const install = useAction(
    async () => {
      const { product } = await openedSession()
      setRefused(null)
      const answer = await product('PUT /applications/{id}/install', {
        params: { id: page.id },
        ...(told && { body: source() }),
      })
      assertDone(answer, 'installed')
      markInstalled(page.id, true)
      tellInstalls()
      track('install', { application: page.id })
      tellApplication('app_installed', page)
      showToast(page.service ? ACTIVATED : INSTALLED)
      const next = await reload()
      const { redirectTo, directInstall, specialOutcome, installation } = answer
      const outcome = specialOutcome && outcomeText(specialOutcome)
      onOutcome(outcome)
      const isLed = directInstall !== null && leadTo(directInstall)
      const goesOn = directInstall ? !isLed : Boolean(outcome ?? redirectTo ?? installation.finish ?? next?.onboarding)
      if (goesOn) show('settings')
      else close()
    },
    (error) => {
      if (isCode(error, 'ALREADY_INSTALLED')) {
        markInstalled(page.id, true)
        close()
      }
      setRefused(refusedWith(error))
      track('install_refused', { application: page.id, detail: refusalWord(error) })
      void reload()
      return installFailure(error)
    },
  )
  const requestAccess = useAction(
    async () => {
      const { accounts } = await openedSession()
      await accounts('POST /accounts/me/send_request_for_invitation', {
        body: { product: page.product, application_id: page.id },
      })
      track('access_requested', { application: page.id })
      showToast(REQUEST_SENT)
      close()
    },
    () => REQUEST_FAILED,
  )
  const content = (): { text: ReactNode; action: ReactNode } => {
    if (!isAuthorized)
      return isInitialized
        ? {
            text: <p>Sign in to {page.service ? 'activate' : 'install'} it for your organization.</p>,
            action: <Button onClick={begin}>Sign in</Button>,
          }
        : { text: <Waiting />, action: null }
    if (instance === undefined) return { text: <Waiting />, action: null }
    if (instance === null)
      return { text: <p>{INSTANCE_FAILED}. Nothing was changed.</p>, action: <Button onClick={reload}>Try again</Button> }
    if (instance.installed)
      return { text: <p>Application is already installed.</p>, action: <Button onClick={close}>Close</Button> }
    const { install: may, requestAccess: mayAsk } = instance.can
    if (may.allowed)
      return {
        text: (
          <>
            {access}
            {instance.directInstall && (
              <p className="mt-4 text-muted">
                After that you go on at {hostOf(instance.directInstall.url)}
                {instance.directInstall.newTab && ', in a new tab'}.
              </p>
            )}
            {told && (
              <p className="mt-4 text-muted">
                {told} is told of it and sets up an account for your organization, with the access above.
              </p>
            )}
            {install.busy && told && (
              <p role="status" className="mt-4">
                Waiting for {page.name} …
              </p>
            )}
            {refused !== null && (
              <p className="mt-4 rounded-control bg-sunken px-4 py-3 break-words">
                {page.name} says: “{refused}”
              </p>
            )}
          </>
        ),
        action: (
          <Button onClick={install.run} aria-busy={install.busy} disabled={install.busy}>
            {verb} {page.name}
          </Button>
        ),
      }
    if (!mayAsk.allowed)
      return {
        text: (
          <p>
            <MessageLink message={may.message ?? ''} href={may.code === 'LICENSE_INACTIVE' ? subscriptionUrl : null} />
          </p>
        ),
        action: <Button onClick={close}>Close</Button>,
      }
    return {
      text: (
        <>
          <p>{may.message}</p>
          <p className="mt-2 text-muted">These administrators can do it for you:</p>
          <Administrators {...instance.administrators} />
        </>
      ),
      action: (
        <Button onClick={requestAccess.run} aria-busy={requestAccess.busy} disabled={requestAccess.busy}>
          Request access
        </Button>
      ),
    }
  }
  const { text, action } = content()
  return (
    // `?action=settings` may be used for an application that is not installed. Then the install dialog is shown first.
    <Modal
      open={view === 'install' || (view === 'settings' && !instance?.installed)}
      onClose={close}
      title={`${verb} ${page.name}`}
      actions={action}
    >
      {text}
    </Modal>
  )
}

const Waiting = () => (
  <div role="status">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-5 w-64 max-w-full" />
    <Skeleton className="mt-3 h-5 w-40 max-w-full" />
  </div>
)
