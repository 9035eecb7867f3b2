import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (command: string, args: readonly string[]): string | null => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 })
  return status === 0 ? null : (error?.message ?? stderr.trim()) || `${command} failed`
}

/** Mounts a file system of this size in memory at the path. */
export const mountDisk = (path: string, megabytes: number): { unmount: () => void } => {
  mkdirSync(path, { recursive: true })
  const wrong = run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path])
  if (wrong !== null) throw new Error(`no small disk can be mounted: ${wrong}`)
  return { unmount: () => void run('umount', ['--lazy', path]) }
}

/** Why this machine cannot mount such a file system; null if it can. */
export const whyNoSmallDisk = (): string | null => {
  const path = mkdtempSync(join(tmpdir(), 'marketplace-disk-'))
  try {
    mountDisk(path, 1).unmount()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmdirSync(path)
  }
}

const CHUNK = Buffer.alloc(1024 * 1024)

/** Fills the disk that contains the folder to the last byte. Returns a function that frees the space again. */
export const fillDisk = (folder: string): (() => void) => {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  try {
    for (const chunk of [CHUNK, CHUNK.subarray(0, 4_096)])
      for (;;)
        try {
          if (writeSync(file, chunk) < chunk.length) break
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          break
        }
  } finally {
    closeSync(file)
  }
  return () => rmSync(path, { force: true })
}
