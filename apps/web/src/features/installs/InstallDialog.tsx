import { NO_ACCESS_MAX_AGENTS } from '@marketplace/contracts/roles'
import type { ApplicationPage } from '@marketplace/contracts/page-data'
import type { ReactNode } from 'react'
import { markInstalled } from '../../lib/installed.ts'
import { tellInstalls } from '../../lib/installs-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { Button } from '../../ui/Button.tsx'
import { hostOf } from '../../ui/host-of.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import {
  ACTIVATED,
  assertDone,
  INSTALLED,
  INSTANCE_FAILED,
  installFailure,
  isCode,
  isLoggedOut,
  REQUEST_FAILED,
  REQUEST_SENT,
} from './install-texts.ts'
import type { Installing } from './use-installing.ts'
import { useOnce } from './use-once.ts'

type Props = { page: ApplicationPage; installing: Installing; access: ReactNode }

/** The administrators to ask: the first few by name, and how many more (specification, section 9). */
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

/** Leads to where the developer goes on with an install. Answers false where the browser does not open a tab for it. */
const leadTo = ({ url, newTab }: { url: string; newTab: boolean }): boolean => {
  // In a host product's frame there is no room for a stranger's page.
  if (!newTab && window.parent === window) {
    window.location.assign(url)
    return true
  }
  const tab = window.open(url, '_blank')
  // It is a stranger's page: it gets no hold of this one.
  if (tab) tab.opener = null
  return tab !== null
}

/** Before an install: what the application may do, or why it cannot be installed and whom to ask. */
export const InstallDialog = ({ page, installing, access }: Props) => {
  const { instance, isAuthorized, isInitialized, view, show, close, begin, reload, set } = installing
  const { busy, run } = useOnce()
  const verb = page.service ? 'Activate' : 'Install'
  const install = () =>
    run(async () => {
      try {
        const { call } = await openedSession()
        const answer = await call('PUT /applications/{id}/install', { params: { id: page.id } })
        assertDone(answer, 'installed')
        const { redirectTo, directInstall, installation } = answer
        markInstalled(page.id, true)
        tellInstalls()
        showToast(page.service ? ACTIVATED : INSTALLED)
        const next = await call('GET /applications/{id}/instance', { params: { id: page.id } }).catch(() => null)
        if (next) set(next)
        else await reload()
        const isLed = directInstall !== null && leadTo(directInstall)
        const goesOn = directInstall ? !isLed : Boolean(redirectTo ?? installation.finish ?? next?.onboarding)
        if (goesOn) show('settings')
        else close()
      } catch (error) {
        if (!isLoggedOut(error)) showToast(installFailure(error))
        if (isCode(error, 'ALREADY_INSTALLED')) {
          markInstalled(page.id, true)
          close()
        }
        await reload()
      }
    })
  const requestAccess = () =>
    run(async () => {
      try {
        await (await openedSession()).requestAccess(page)
        showToast(REQUEST_SENT)
        close()
      } catch (error) {
        if (!isLoggedOut(error)) showToast(REQUEST_FAILED)
      }
    })
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
          </>
        ),
        action: (
          <Button onClick={install} aria-busy={busy} disabled={busy}>
            {verb} {page.name}
          </Button>
        ),
      }
    if (!mayAsk.allowed) return { text: <p>{may.message}</p>, action: <Button onClick={close}>Close</Button> }
    return {
      text: (
        <>
          <p>{may.message}</p>
          <p className="mt-2 text-muted">These administrators can do it for you:</p>
          <Administrators {...instance.administrators} />
        </>
      ),
      action: (
        <Button onClick={requestAccess} aria-busy={busy} disabled={busy}>
          Request access
        </Button>
      ),
    }
  }
  const { text, action } = content()
  return (
    // What is not installed cannot be set up.
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
