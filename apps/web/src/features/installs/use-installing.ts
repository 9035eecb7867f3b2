import { isPageAction, type PageAction, paths } from '@marketplace/contracts/pages/paths'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useInstalled } from '../../lib/installs.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useSession } from '../../lib/session/store.ts'
import { useOwnSearch } from '../../lib/use-own-search.ts'
import { useInstance } from './use-instance.ts'

/** The dialog that is open: for the install, for the steps after it, or for the uninstall. */
export type InstallView = PageAction | 'uninstall'

/** The state of installing on an application's page, and its actions. */
export const useInstalling = (id: string, base: string | null) => {
  const { pathname } = useLocation()
  const search = useOwnSearch()
  const navigate = useNavigate()
  // `?action=` opens a dialog only in variants where people can sign in (`base` is null).
  const asked = base === null ? new URLSearchParams(search).get('action') : null
  // A dialog that the person opened or closed takes precedence over `?action=`, until that changes.
  const [chosen, setChosen] = useState<{ asked: string | null; view: InstallView | null } | null>(null)
  const view: InstallView | null = chosen && chosen.asked === asked ? chosen.view : isPageAction(asked) ? asked : null
  const show = (next: InstallView | null) => setChosen({ asked, view: next })
  const known = useInstance(id)
  const listed = useInstalled(id)
  const installed = known.isAuthorized && listed
  const session = useSession()
  // `?action=` depends on who is signed in, so the session is loaded at once.
  useEffect(() => {
    if (!isPageAction(asked)) return
    void openedSession()
      .then((opened) => opened.start())
      .catch(() => {})
  }, [asked])
  const close = () => {
    show(null)
    if (asked !== null) void navigate(pathname, { replace: true, preventScrollReset: true })
  }
  /** Opens the install dialog, after signing in if necessary. */
  const begin = async () => {
    if (known.isAuthorized || (await (await openedSession()).signIn(paths.act(pathname, 'install')))) show('install')
  }
  return { ...known, installed, isInitialized: session?.isInitialized ?? false, view, show, close, begin }
}
export type Installing = ReturnType<typeof useInstalling>
