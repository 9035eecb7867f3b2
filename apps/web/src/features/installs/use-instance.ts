import { useCallback, useEffect } from 'react'
import { keepInstance, useKnownInstance, whoNow } from '../../lib/installs/instances.ts'
import { useInstallsNews } from '../../lib/installs-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useSession, whoOf } from '../../lib/session/store.ts'

/** Asks what the organization has of an application, whenever somebody else is signed in; never keeps it for another person. */
export const useInstance = (id: string) => {
  const data = useSession()?.data
  const who = data ? whoOf(data) : null
  const instance = useKnownInstance(id)
  const ask = useCallback(async () => {
    const next = await (await openedSession()).product('GET /applications/{id}/instance', { params: { id } })
    if (whoNow() === who) keepInstance(id, next)
    return next
  }, [id, who])
  /** Answers null where it could not be asked. */
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
    // Where that fails, what is known stays.
    if (who) ask().catch(() => {})
  })
  return { isAuthorized: who !== null, instance: who ? instance : undefined, reload }
}
