import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PICTURE_LIMIT_BYTES, PictureError } from '../../pictures/index.ts'

// Opening a pipe must not wait for a writer, and a symbolic link that has replaced the file must not be followed.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Reads the picture at this path, if it resolves to a file inside the folder that is not too large. The opened file itself is
 * checked before it is read. Throws PictureError.
 */
export const readPictureInside = async (folder: string, path: string): Promise<Buffer> => {
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
  // If the file changes meanwhile, at most its earlier length is read.
  while (length < content.length) {
    const { bytesRead } = await handle.read(content, length, content.length - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return content.subarray(0, length)
}
