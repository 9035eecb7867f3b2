import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { errorCode } from './errors.ts'

/** The user that PostgreSQL runs as where that is not this process's own. */
export type RunAs = { uid: number; gid: number; name: string }

export const isRoot = (): boolean => process.getuid?.() === 0

/** A user by name or id, or null where there is none. */
export const findUser = (user: string | number): RunAs | null => {
  const ask = (what: string) => spawnSync('id', [what, String(user)], { encoding: 'utf8' })
  const [uid, gid] = [ask('-u'), ask('-g')]
  if (uid.status !== 0 || gid.status !== 0) {
    // A container may run as a number that has no name: it is a user all the same.
    return typeof user === 'number' ? { uid: user, gid: user, name: `user ${user}` } : null
  }
  return { uid: Number(uid.stdout), gid: Number(gid.stdout), name: typeof user === 'string' ? user : ask('-un').stdout.trim() }
}

/**
 * PostgreSQL refuses to run as root, so root hands it to another user: to the one whose the database already is, or
 * else to postgres or nobody. Null means this process's own user.
 */
export const chooseUser = (database: string): RunAs | null => {
  if (!isRoot()) return null
  const owner = existsSync(database) ? statSync(database).uid : 0
  return owner === 0 ? (findUser('postgres') ?? findUser('nobody')) : findUser(owner)
}

/** Runs a program to its end as that user. The working folder is one that every user may enter. */
export const runSync = (runAs: RunAs | null, program: string, args: readonly string[]) =>
  spawnSync(program, args, { ...asUser(runAs), cwd: '/', encoding: 'utf8', timeout: 10_000 })

/**
 * How to spawn PostgreSQL's programs. They get none of our environment: it holds the settings' secrets, which SQL could
 * read through them. Windows does not run programs without it.
 */
export const asUser = (runAs: RunAs | null): { uid?: number; gid?: number; env?: Record<string, string> } => ({
  ...(runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid }),
  ...(process.platform === 'win32' ? {} : { env: { TZ: 'UTC' } }),
})

/** Whether that user may enter a folder and write to it. Asked by trying: modes do not tell of all that forbids it. */
export const mayUse = (runAs: RunAs | null, folder: string): boolean =>
  runAs === null || runSync(runAs, '/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder]).status === 0

// A container may run as a number without a name, for which userInfo throws.
const currentUser = (): string => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? ''}`
  }
}

/** Whether that user may enter a folder. */
export const mayEnter = (runAs: RunAs | null, folder: string): boolean =>
  runAs === null || runSync(runAs, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]).status === 0

/** One line for a person about a file or folder that belongs to somebody else, or null when that is not what is wrong. */
export const ownershipProblem = (path: string): string | null => {
  try {
    if (!existsSync(path)) return null
    accessSync(path, constants.R_OK | constants.W_OK)
    return null
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error))) return null
    const { uid } = statSync(path)
    return uid === process.getuid?.()
      ? `${path} cannot be written. Set DATA_DIR to a folder that can.`
      : `${path} belongs to ${findUser(uid)?.name ?? uid}, and this is ${currentUser()}: start as the user who made the data folder, or set DATA_DIR to another one.`
  }
}
