import type { InstalledApplication, Instance } from '@marketplace/contracts/installs'
import { tellInstalls } from '../../lib/installs-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { isLoggedOut } from './install-texts.ts'

/** Marks an installed application as set up, or as to be set up. Answers the instance, or null where that failed, which is said. */
export const changeSetup = async (id: string, setup: InstalledApplication['setup']): Promise<Instance | null> => {
  try {
    const { call } = await openedSession()
    const instance = await call('PATCH /applications/{id}/instance', { params: { id }, body: { setup } })
    tellInstalls()
    return instance
  } catch (error) {
    if (!isLoggedOut(error)) showToast(error instanceof Error ? error.message : 'Unknown error')
    return null
  }
}
