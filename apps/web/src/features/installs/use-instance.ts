import type { Instance } from '@marketplace/contracts/installs'
import { useCallback, useEffect, useState } from 'react'
import { useInstallsNews } from '../../lib/installs-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useSession, whoOf } from '../../lib/session/store.ts'

/** What the caller's organization has of an application; `undefined` until it is known, null where it could not be asked. */
export type KnownInstance = Instance | null | undefined

type Found = { key: string; instance: Instance | null }

/** Asks for it whenever somebody else is signed in, and never shows one person what belongs to another. */
export const useInstance = (id: string) => {
  const data = useSession()?.data
  const who = data ? whoOf(data) : null
  const key = `${id} ${who}`
  const [found, setFound] = useState<Found | null>(null)
  const ask = useCallback(async () => (await openedSession()).call('GET /applications/{id}/instance', { params: { id } }), [id])
  const load = useCallback(async () => {
    const keep = (instance: Instance | null) => setFound({ key, instance })
    try {
      keep(await ask())
    } catch {
      keep(null)
    }
  }, [ask, key])
  useEffect(() => {
    if (who) void load()
  }, [who, load])
  useInstallsNews(() => {
    // Where that fails, what is known stays.
    if (who)
      ask().then(
        (instance) => setFound({ key, instance }),
        () => {},
      )
  })
  const instance: KnownInstance = who && found?.key === key ? found.instance : undefined
  return {
    isAuthorized: who !== null,
    instance,
    reload: load,
    set: useCallback((next: Instance) => setFound({ key, instance: next }), [key]),
  }
}
