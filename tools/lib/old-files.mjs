import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DAY_MS = 86_400_000
/** A server that runs from an earlier build finds its files for so long. */
export const KEPT_MS = 7 * DAY_MS

/**
 * Removes files of builds that are over for longer than a week. A build writes beside what the one before it wrote, because a server that runs
 * from the same folder reads its files when somebody asks for them; what both have is written anew, and so is not old.
 */
export const removeOldFiles = (folder, now = Date.now()) => {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && now - statSync(path).mtimeMs > KEPT_MS) rmSync(path)
  }
}
