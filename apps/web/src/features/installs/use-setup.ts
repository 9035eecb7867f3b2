import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { keepInstance } from '../../lib/installs/instances.ts'
import { tellInstalls } from '../../lib/installs-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useAction } from '../../lib/use-action.ts'
import { changeFailure } from './install-texts.ts'

/** Marks an installed application as set up, or as not set up. */
export const useSetup = (id: string, setup: InstalledApplication['setup'], done?: () => void) =>
  useAction(async () => {
    const { product } = await openedSession()
    keepInstance(id, await product('PATCH /applications/{id}/instance', { params: { id }, body: { setup } }))
    tellInstalls()
    done?.()
  }, changeFailure)
