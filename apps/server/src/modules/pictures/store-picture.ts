import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Files } from '../../ports/files.ts'
import type { Queryable } from '../../db/client.ts'
import { MASTER_SIZE } from './picture-sizes.ts'
import { findPicture, insertPicture } from './repository.ts'

export const PICTURE_LIMIT_BYTES = 10 * 1024 * 1024
const PIXEL_LIMIT = 40_000_000
const FORMATS = new Set(['svg', 'png', 'webp', 'jpeg', 'gif', 'avif', 'heif'])

/** A picture that cannot be taken; the message says why. */
export class PictureError extends Error {}

export const originalKey = (id: string) => `originals/${id}`
export const masterKey = (id: string) => `pictures/${id}/master.webp`

/**
 * Takes a picture of a stranger: decodes it and encodes it anew, which is what pages show, and keeps the original for exports
 * only. The same bytes are the same picture. Returns its id. Throws PictureError.
 */
export const storePicture = async (
  content: Buffer,
  { database, files }: { database: Queryable; files: Files },
): Promise<string> => {
  if (content.length > PICTURE_LIMIT_BYTES) throw new PictureError('is larger than 10 MB')
  const id = createHash('sha256').update(content).digest('hex').slice(0, 32)
  if (await findPicture(database, id)) return id

  const { master, width, height, format } = await encode(content)
  await files.write(originalKey(id), content)
  await files.write(masterKey(id), master)
  await insertPicture(database, { id, width, height, format })
  return id
}

const encode = async (content: Buffer) => {
  try {
    const options = { limitInputPixels: PIXEL_LIMIT, failOn: 'error' } as const
    const metadata = await sharp(content, options).metadata()
    if (!FORMATS.has(metadata.format)) throw new PictureError(`has a format that is not taken: ${metadata.format}`)
    // A drawing has no pixels of its own: a small one is drawn larger, so that it is sharp where it is shown.
    const density = metadata.format === 'svg' ? svgDensity(Math.max(metadata.width, metadata.height)) : undefined
    const { data, info } = await sharp(content, density ? { ...options, density } : options)
      .rotate()
      .resize({ width: MASTER_SIZE, height: MASTER_SIZE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    return { master: data, width: info.width, height: info.height, format: metadata.format }
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw new PictureError('could not be read as a picture')
  }
}

/** librsvg draws 1 CSS px as 1 px at 72 dpi; an icon is wanted at 256 px at least. */
const svgDensity = (size: number): number => (size >= 256 || size === 0 ? 72 : Math.min(2400, Math.ceil((72 * 256) / size)))
