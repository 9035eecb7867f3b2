import { isPageAction, type PageAction, paths } from '@marketplace/contracts/pages/paths'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useInstalled } from '../../lib/installs.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useSession } from '../../lib/session/store.ts'
import { useOwnSearch } from '../../lib/use-own-search.ts'
import { useInstance } from './use-instance.ts'

/** What stands over the page: installing, what comes after it, or uninstalling. */
export type InstallView = PageAction | 'uninstall'

/** What an application's page can do with it, and what of that is under way. */
export const useInstalling = (id: string, base: string | null) => {
  const { pathname } = useLocation()
  const search = useOwnSearch()
  const navigate = useNavigate()
  // Where nobody signs in there is nothing that an address could ask for.
  const asked = base === null ? new URLSearchParams(search).get('action') : null
  // What was chosen here comes before what the address asks for, until the address changes.
  const [chosen, setChosen] = useState<{ asked: string | null; view: InstallView | null } | null>(null)
  const view: InstallView | null = chosen && chosen.asked === asked ? chosen.view : isPageAction(asked) ? asked : null
  const show = (next: InstallView | null) => setChosen({ asked, view: next })
  const known = useInstance(id)
  const listed = useInstalled(id)
  const installed = known.isAuthorized && listed
  const session = useSession()
  // An address can ask for it; whether somebody is signed in is then wanted at once.
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
  /** Signs in where nobody is yet, and then goes on with the same. */
  const begin = async () => {
    if (known.isAuthorized || (await (await openedSession()).signIn(paths.act(pathname, 'install')))) show('install')
  }
  return { ...known, installed, isInitialized: session?.isInitialized ?? false, view, show, close, begin }
}
export type Installing = ReturnType<typeof useInstalling>
