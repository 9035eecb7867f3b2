// A folder of one's own for what a command leaves lying about, which goes with all that still runs in it.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './alive.mjs'
import { endLeftovers } from './leftovers.mjs'

/**
 * Makes a temporary folder whose name begins with `prefix`, and clears away those of earlier runs that were killed outright and could
 * not. Other users may enter it, as root's PostgreSQL is one. `clear` deletes it, after ending what still runs in it or has `mark`
 * (NAME=value) in its environment; while it does, no signal ends this process.
 */
export const openScratch = async (prefix, { mark, whose }) => {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    if (!isAlive(Number.parseInt(name.slice(prefix.length), 10))) await clearFolder(join(tmpdir(), name), { whose })
  }
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  const clear = () => {
    // Who interrupts twice would leave what the first time was about to end.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
    return clearFolder(folder, { mark, whose })
  }
  return { folder, clear }
}

/** Ends what still runs in a folder (or has the mark in its environment), and deletes the folder. */
const clearFolder = async (folder, { mark, whose }) => {
  const left = await endLeftovers({ folder, mark }, mark ? 1_000 : 0)
  for (const { pid, command } of left) console.error(`Ended what ${whose} left running: ${pid} ${command}`)
  try {
    // Where root's PostgreSQL cannot enter a data folder its database is elsewhere, with a note of whose it is.
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
    // It is another user's: theirs to clear.
  }
}
