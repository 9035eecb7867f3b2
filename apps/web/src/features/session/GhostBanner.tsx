import { useState } from 'react'
import { openedSession } from '../../lib/session/start.ts'
import { useSession } from '../../lib/session/store.ts'

/** Shows that a member of support is browsing as this account: docs/product/accounts.md, Browsing as somebody else. */
export const GhostBanner = () => {
  const session = useSession()
  const [stopping, setStopping] = useState(false)
  if (!session?.isGhostLogin) return null
  const stop = async () => {
    setStopping(true)
    await (await openedSession()).stopGhost().finally(() => setStopping(false))
  }
  return (
    <aside
      aria-label="Ghost login"
      data-ghost=""
      className="fixed inset-x-0 top-0 z-40 flex h-10 items-center justify-center gap-4 bg-warning-soft ps-4 pe-[calc(1rem+var(--gutter))] text-sm text-warning shadow-lift"
    >
      <p className="min-w-0 truncate">Browsing as {session.data?.email ?? '…'}</p>
      <button
        type="button"
        onClick={stop}
        disabled={stopping}
        className="min-h-8 shrink-0 rounded-sm px-2 font-semibold underline underline-offset-4"
      >
        Stop now
      </button>
    </aside>
  )
}
