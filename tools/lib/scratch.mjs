// A temporary folder for a command. It is deleted together with the processes that still use it.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './alive.mjs'
import { endLeftovers } from './leftovers.mjs'

/**
 * Creates a temporary folder with this prefix, and deletes those of earlier runs that were killed. Other users may enter it,
 * because root's PostgreSQL runs as another user. `clear` ends processes that still run in it or have `mark` (NAME=value) in
 * their environment, and deletes it. No signal ends this process meanwhile.
 */
export const openScratch = async (prefix, { mark, whose }) => {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    if (!isAlive(Number.parseInt(name.slice(prefix.length), 10))) await clearFolder(join(tmpdir(), name), { whose })
  }
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  const clear = () => {
    // A second Ctrl-C must not interrupt the clean-up.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
    return clearFolder(folder, { mark, whose })
  }
  return { folder, clear }
}

/** Ends processes that still run in a folder (or have the mark in their environment), and deletes the folder. */
const clearFolder = async (folder, { mark, whose }) => {
  const left = await endLeftovers({ folder, mark }, mark ? 1_000 : 0)
  for (const { pid, command } of left) console.error(`Ended what ${whose} left running: ${pid} ${command}`)
  try {
    // If root's PostgreSQL cannot enter a data folder, its database is in /var/lib, with a note of the data folder's path.
    for (const place of readdirSync('/var/lib').filter((name) => name.startsWith('marketplace-'))) {
      const owner = readFileSync(join('/var/lib', place, 'data-folder'), 'utf8')
      if (owner.startsWith(`${folder}/`)) rmSync(join('/var/lib', place), { recursive: true, force: true })
    }
  } catch {
    // There is none.
  }
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // It belongs to another user, who can delete it.
  }
}
