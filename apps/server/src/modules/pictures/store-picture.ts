import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { boundedWork, WorkEndedError } from '../../adapters/bounded-work.ts'
import type { Files } from '../../ports/files.ts'
import type { Queryable } from '../../db/client.ts'
import type { EncodedPicture, EncodingResult } from './encode-picture.ts'
import { findPicture, insertPicture } from './repository.ts'

export const PICTURE_LIMIT_BYTES = 10 * 1024 * 1024

/** The error for a refused picture; its message is the reason. `costly`: whether the check took long. */
export class PictureError extends Error {
  readonly costly: boolean
  constructor(message: string, { costly = false } = {}) {
    super(message)
    this.costly = costly
  }
}

export const originalKey = (id: string) => `originals/${id}`
export const masterKey = (id: string) => `pictures/${id}/master.webp`

const encode = boundedWork<Uint8Array, EncodingResult>({
  file: join(import.meta.dirname, 'picture-worker.ts'),
  // Decoding is CPU work, so more than one picture for each core would only take more memory.
  atOnce: Math.min(4, availableParallelism()),
  // The process normally ends itself at its own limits. This limit is for a process that hangs.
  seconds: 30,
})

/**
 * Decodes an untrusted picture and encodes it again for pages; the original is stored for exports only. The same bytes get the same id.
 * Returns the id. Throws PictureError.
 */
export const storePicture = async (
  content: Buffer,
  { database, files }: { database: Queryable; files: Files },
): Promise<string> => {
  const id = createHash('sha256').update(content).digest('hex').slice(0, 32)
  if (await findPicture(database, id)) return id

  const { master, width, height, format } = await checkPicture(content)
  await files.write(originalKey(id), content)
  await files.write(masterKey(id), Buffer.from(master))
  await insertPicture(database, { id, width, height, format })
  return id
}

/** Encodes the picture without storing it. Throws PictureError. */
export const checkPicture = async (content: Buffer): Promise<EncodedPicture> => {
  if (content.length > PICTURE_LIMIT_BYTES) throw new PictureError('is larger than 10 MB')
  const result = await encode(content).catch((error: unknown) => {
    if (!(error instanceof WorkEndedError)) throw error
    throw new PictureError('takes too long or too much memory to draw', { costly: true })
  })
  if ('reason' in result) throw new PictureError(result.reason)
  return result
}
