import type { CatalogueLine } from '@marketplace/contracts/catalogue-line'
import type { Queryable } from '../../../db/client.ts'
import type { Files } from '../../../ports/files.ts'
import { checkPicture, PictureError, storePicture } from '../../pictures/index.ts'
import { readInside } from './read-inside.ts'

export type PictureSource = {
  /** Where the pictures of a catalogue lie. */
  folder: string
  /** Null looks at the pictures and keeps nothing. */
  store: { database: Queryable; files: Files } | null
  /** Pictures that are being taken, and those that took long to be refused, by their paths: naming one again costs nothing. */
  known: Map<string, Promise<string>>
}

export type TakenPictures = {
  /** Pictures by their paths. */
  ids: ReadonlyMap<string, string>
  remarks: string[]
}

const pathsOf = ({ icon, screenshots }: CatalogueLine): string[] => [
  ...new Set([...(icon ? [icon] : []), ...(screenshots ?? []).map(({ large }) => large)]),
]

/** Takes the pictures that a line names. One that cannot be taken is left out, and a remark says why. */
export const takePictures = async (line: CatalogueLine, source: PictureSource): Promise<TakenPictures> => {
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
  const content = await readInside(folder, path)
  if (store) return storePicture(content, store)
  await checkPicture(content)
  return 'checked'
}
