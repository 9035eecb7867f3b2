import type { AppData } from '@marketplace/contracts/pages/page-data'
import { appDataAddress } from './paths.ts'

const CHECK_EVERY_MS = 60_000

/** Checks whether the server has a newer build of the storefront. `isOutdated` returns the result of the last check without waiting. */
export const watchBuild = (basename: string, buildHash: string) => {
  let outdated = false
  let checkedAt = Date.now()
  return {
    isOutdated: (): boolean => outdated,
    /** Checks in the background, at most once a minute. */
    check: (): void => {
      if (outdated || Date.now() - checkedAt < CHECK_EVERY_MS) return
      checkedAt = Date.now()
      fetch(appDataAddress(basename), { headers: { accept: 'application/json' }, cache: 'no-cache' })
        .then(async (response) => {
          if (response.ok) outdated = ((await response.json()) as AppData).buildHash !== buildHash
        })
        .catch(() => {})
    },
  }
}
