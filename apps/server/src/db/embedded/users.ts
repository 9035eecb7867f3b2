import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { errorCode } from './errors.ts'

/** The user that runs PostgreSQL if it is not this process's own. */
export type RunAs = { uid: number; gid: number; name: string }

export const isRoot = (): boolean => process.getuid?.() === 0

/** Finds a user by name or id. Null if there is none. */
export const findUser = (user: string | number): RunAs | null => {
  const ask = (what: string) => spawnSync('id', [what, String(user)], { encoding: 'utf8' })
  const [uid, gid] = [ask('-u'), ask('-g')]
  if (uid.status !== 0 || gid.status !== 0) {
    // Containers may run as a user id without a name.
    return typeof user === 'number' ? { uid: user, gid: user, name: `user ${user}` } : null
  }
  return { uid: Number(uid.stdout), gid: Number(gid.stdout), name: typeof user === 'string' ? user : ask('-un').stdout.trim() }
}

/**
 * The user to run PostgreSQL as. PostgreSQL refuses to run as root, so root runs it as the owner of an existing database, or else
 * as postgres or nobody. Null means this process's own user.
 */
export const chooseUser = (database: string): RunAs | null => {
  if (!isRoot()) return null
  const owner = existsSync(database) ? statSync(database).uid : 0
  return owner === 0 ? (findUser('postgres') ?? findUser('nobody')) : findUser(owner)
}

/** Runs a program as that user and waits for its end. The working directory is one that every user may enter. */
export const runSync = (runAs: RunAs | null, program: string, args: readonly string[]) =>
  spawnSync(program, args, { ...asUser(runAs), cwd: '/', encoding: 'utf8', timeout: 10_000 })

/**
 * The options for starting PostgreSQL's programs. They do not get this process's environment, because SQL could read the secrets in it. On
 * Windows they need it to run.
 */
export const asUser = (runAs: RunAs | null): { uid?: number; gid?: number; env?: Record<string, string> } => ({
  ...(runAs === null ? {} : { uid: runAs.uid, gid: runAs.gid }),
  ...(process.platform === 'win32' ? {} : { env: { TZ: 'UTC' } }),
})

/**
 * Whether that user may enter a folder and write to it. This is tried out, because permissions do not show everything that may prevent it.
 */
export const mayUse = (runAs: RunAs | null, folder: string): boolean =>
  runAs === null || runSync(runAs, '/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder]).status === 0

// userInfo throws for a user id without a name, as in a container.
const currentUser = (): string => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? ''}`
  }
}

export const mayEnter = (runAs: RunAs | null, folder: string): boolean =>
  runAs === null || runSync(runAs, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]).status === 0

/** One line for the operator about a file or folder that belongs to another user. Null if ownership is not the problem. */
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
