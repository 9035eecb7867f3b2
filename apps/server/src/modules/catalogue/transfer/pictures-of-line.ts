import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import sharp from 'sharp'
import type { CatalogueLine } from '@marketplace/contracts/catalogue-line'
import type { Queryable } from '../../../db/client.ts'
import type { Files } from '../../../ports/files.ts'
import { PictureError, storePicture } from '../../pictures/index.ts'

/** Where the pictures of a catalogue lie, and what to do with them: null for `store` reads them and keeps nothing. */
export type PictureSource = { folder: string; store: { database: Queryable; files: Files } | null }

export type TakenPictures = { ids: Record<string, string>; remarks: string[] }

const pathsOf = ({ icon, screenshots }: CatalogueLine): string[] => [
  ...new Set([...(icon ? [icon] : []), ...(screenshots ?? []).map(({ large }) => large)]),
]

/** Takes the pictures that a line names. One that cannot be taken is left out, and a remark says why. */
export const takePictures = async (line: CatalogueLine, source: PictureSource): Promise<TakenPictures> => {
  const taken: TakenPictures = { ids: {}, remarks: [] }
  for (const path of pathsOf(line)) {
    try {
      const content = await readInside(source.folder, path)
      taken.ids[path] = source.store ? await storePicture(content, source.store) : await check(content)
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      taken.remarks.push(`picture ${path} ${error.message} and was left out`)
    }
  }
  return taken
}

/** The file's content, if it lies in the folder, links followed. */
const readInside = async (folder: string, path: string): Promise<Buffer> => {
  let real: string
  try {
    real = await realpath(join(folder, path))
    if (!(await stat(real)).isFile()) throw new PictureError('is not a file')
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw new PictureError('is not there')
  }
  if (!real.startsWith((await realpath(folder)) + sep)) throw new PictureError('lies outside of the folder of the catalogue')
  return readFile(real)
}

const check = async (content: Buffer): Promise<string> => {
  try {
    await sharp(content).metadata()
    return 'checked'
  } catch {
    throw new PictureError('could not be read as a picture')
  }
}
