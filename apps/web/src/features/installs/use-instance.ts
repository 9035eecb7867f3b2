import { useCallback, useEffect } from 'react'
import { keepInstance, useKnownInstance, whoNow } from '../../lib/installs/instances.ts'
import { useInstallsNews } from '../../lib/installs-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useSession, whoOf } from '../../lib/session/store.ts'

/** Loads the organization's instance of an application, again for each person who signs in. One person's data is never shown to another. */
export const useInstance = (id: string) => {
  const data = useSession()?.data
  const who = data ? whoOf(data) : null
  const instance = useKnownInstance(id)
  const ask = useCallback(async () => {
    const next = await (await openedSession()).product('GET /applications/{id}/instance', { params: { id } })
    if (whoNow() === who) keepInstance(id, next)
    return next
  }, [id, who])
  /** Resolves with null if loading failed. */
  const reload = useCallback(
    () =>
      ask().catch(() => {
        if (whoNow() === who) keepInstance(id, null)
        return null
      }),
    [ask, id, who],
  )
  useEffect(() => {
    if (who) void reload()
  }, [who, reload])
  useInstallsNews(() => {
    // If it fails, the known data stays.
    if (who) ask().catch(() => {})
  })
  return { isAuthorized: who !== null, instance: who ? instance : undefined, reload }
}
