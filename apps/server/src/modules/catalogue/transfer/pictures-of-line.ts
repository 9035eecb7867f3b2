import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'
import type { Queryable } from '../../../db/client.ts'
import type { Files } from '../../../ports/files.ts'
import { checkPicture, PictureError, storePicture } from '../../pictures/index.ts'
import { readPictureInside } from './read-inside.ts'

export type PictureSource = {
  /** The folder of the catalogue's pictures. */
  folder: string
  /** Null for a dry run: pictures are checked, not stored. */
  store: { database: Queryable; files: Files } | null
  /** By path: pictures in progress, and refused pictures whose processing took long, so that naming one again costs nothing. */
  known: Map<string, Promise<string>>
}

export type StoredPictures = {
  /** Picture ids by path. */
  ids: ReadonlyMap<string, string>
  remarks: string[]
}

const pathsOf = ({ icon, screenshots }: CatalogueLine): string[] => [
  ...new Set([...(icon ? [icon] : []), ...(screenshots ?? []).map(({ large }) => large)]),
]

/** Stores the pictures of a line. A refused picture is left out with a remark. */
export const storePictures = async (line: CatalogueLine, source: PictureSource): Promise<StoredPictures> => {
  const ids = new Map<string, string>()
  const remarks: string[] = []
  for (const path of pathsOf(line)) {
    try {
      ids.set(path, await takePicture(path, source))
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      remarks.push(`picture ${path} ${error.message} and was left out`)
    }
  }
  return { ids, remarks }
}

const takePicture = (path: string, source: PictureSource): Promise<string> => {
  const before = source.known.get(path)
  if (before) return before
  const taken = takeFile(path, source)
  source.known.set(path, taken)
  taken.then(
    () => source.known.delete(path),
    (error: unknown) => !(error instanceof PictureError && error.costly) && source.known.delete(path),
  )
  return taken
}

const takeFile = async (path: string, { folder, store }: PictureSource): Promise<string> => {
  const content = await readPictureInside(folder, path)
  if (store) return storePicture(content, store)
  await checkPicture(content)
  return 'checked'
}
