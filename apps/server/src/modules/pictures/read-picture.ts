import sharp from 'sharp'
import type { Files } from '../../ports/files.ts'
import { derivedPictures } from './derived-pictures.ts'
import { PICTURE_WIDTHS } from './picture-sizes.ts'

export type PictureReader = (id: string, file: string) => Promise<Buffer | null>

const KEPT_BYTES = 64 * 1024 * 1024
const FILE = /^(\d+)\.webp$/

/** Reads pictures in the served widths; null if a picture does not exist. */
export const pictureReader = (files: Files): PictureReader => {
  const read = derivedPictures(files, KEPT_BYTES)
  return async (id, file) => {
    const width = PICTURE_WIDTHS.find((candidate) => String(candidate) === FILE.exec(file)?.[1])
    if (!width) return null
    return read(id, `${width}.webp`, (master) =>
      sharp(master).resize({ width, withoutEnlargement: true }).webp({ quality: 82, effort: 4 }).toBuffer(),
    )
  }
}
