import type { Instance } from '@marketplace/contracts/installs'
import { useCallback, useEffect, useState } from 'react'
import { openedSession } from '../../lib/session/start.ts'
import { useSession } from '../../lib/session/store.ts'

/** What the caller's organization has of an application; `undefined` until it is known, null where it could not be asked. */
export type KnownInstance = Instance | null | undefined

type Found = { key: string; instance: Instance | null }

/** Asks for it whenever somebody else is signed in, and never shows one person what belongs to another. */
export const useInstance = (id: string) => {
  const token = useSession()?.data?.token ?? null
  const key = `${id} ${token}`
  const [found, setFound] = useState<Found | null>(null)
  const load = useCallback(async () => {
    const keep = (instance: Instance | null) => setFound({ key, instance })
    try {
      keep(await (await openedSession()).call('GET /applications/{id}/instance', { params: { id } }))
    } catch {
      keep(null)
    }
  }, [id, key])
  useEffect(() => {
    if (token) void load()
  }, [token, load])
  const instance: KnownInstance = token && found?.key === key ? found.instance : undefined
  return {
    isAuthorized: token !== null,
    instance,
    reload: load,
    set: useCallback((next: Instance) => setFound({ key, instance: next }), [key]),
  }
}
