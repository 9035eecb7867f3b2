import { createHash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'

/** Another sandbox uses this folder. */
export class FolderInUse extends Error {}

/**
 * The name of a socket that only one process can open, and that is free again when the process ends in any way. Windows and Linux have
 * socket names that disappear with their process. On other systems it is a file in the working folder, because the path of a socket must be
 * short.
 */
const nameOf = (folder: string): { path: string; file: boolean } => {
  const name = `payments-sandbox-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}`, file: false }
  if (process.platform === 'linux') return { path: `\0${name}`, file: false }
  process.chdir(folder)
  return { path: 'lock', file: true }
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    const end = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })

/** Prevents a second sandbox from using the folder, until this process ends. */
export const lockFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { path, file } = nameOf(await realpath(folder))
  const hold = () =>
    new Promise<void>((resolve, reject) => {
      const server = createServer((socket) => socket.destroy())
      server.unref()
      server.once('error', reject).listen(path, resolve)
    })
  try {
    await hold()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (!file || (await isAnswered(path))) throw new FolderInUse(`${folder} is in use by another payment sandbox.`)
    // The process that created the file was killed.
    await rm(path, { force: true })
    await hold()
  }
}
