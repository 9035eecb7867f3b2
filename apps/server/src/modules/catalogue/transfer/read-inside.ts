import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PICTURE_LIMIT_BYTES, PictureError } from '../../pictures/index.ts'

// A pipe is opened without waiting for somebody to write to it, and a link that took the file's place is not followed.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * The picture at this path, if it is a file in the folder, links followed, and not too large. What is opened is looked at before anything is
 * read of it. Throws PictureError.
 */
export const readInside = async (folder: string, path: string): Promise<Buffer> => {
  const real = await realpath(join(folder, path)).catch(() => null)
  if (real === null) throw new PictureError('is not there')
  if (!real.startsWith((await realpath(folder)) + sep)) {
    throw new PictureError('lies outside of the folder of the catalogue')
  }
  let handle: FileHandle | undefined
  try {
    handle = await open(real, FLAGS)
    return await readAll(handle, await handle.stat())
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError('cannot be read')
  } finally {
    await handle?.close()
  }
}

const readAll = async (handle: FileHandle, stats: Stats): Promise<Buffer> => {
  if (!stats.isFile()) throw new PictureError('is not a file')
  if (stats.size > PICTURE_LIMIT_BYTES) throw new PictureError('is larger than 10 MB')
  const content = Buffer.alloc(stats.size)
  let length = 0
  // One that is written to meanwhile is read as far as it was long, or ends sooner.
  while (length < content.length) {
    const { bytesRead } = await handle.read(content, length, content.length - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return content.subarray(0, length)
}
