import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DAY_MS = 86_400_000
/** How long a server that runs from an earlier build can read that build's files. */
export const KEPT_MS = 7 * DAY_MS

/**
 * Removes files that no build has written for a week. A build leaves the files of the build before it in place, because a running server
 * reads its files on request. A file that belongs to both builds is written again, so it counts as new.
 */
export const removeOldFiles = (folder, now = Date.now()) => {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && now - statSync(path).mtimeMs > KEPT_MS) rmSync(path)
  }
}
