import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { Files } from '../../ports/files.ts'
import { PICTURE_WIDTHS, type PictureWidth } from './picture-sizes.ts'
import { masterKey } from './store-picture.ts'

export type PictureReader = (id: string, file: string) => Promise<Buffer | null>

const FILE = /^(\d+)\.webp$/
const ID = /^[0-9a-f]{32}$/

/**
 * Reads pictures in the widths they are served in. A width is made from the re-encoded master when it is first asked for and
 * kept beside it; requests that come meanwhile wait for the same work.
 */
export const pictureReader = (files: Files): PictureReader => {
  const kept = new LRUCache<string, Buffer>({ maxSize: 64 * 1024 * 1024, sizeCalculation: (content) => content.length + 100 })
  const underway = new Map<string, Promise<Buffer | null>>()

  const make = async (id: string, width: PictureWidth): Promise<Buffer | null> => {
    const key = `pictures/${id}/${width}.webp`
    const ready = await files.read(key)
    if (ready) return ready
    const master = await files.read(masterKey(id))
    if (!master) return null
    const content = await sharp(master).resize({ width, withoutEnlargement: true }).webp({ quality: 82, effort: 4 }).toBuffer()
    await files.write(key, content)
    return content
  }

  return async (id, file) => {
    const width = PICTURE_WIDTHS.find((candidate) => String(candidate) === FILE.exec(file)?.[1])
    if (!width || !ID.test(id)) return null
    const key = `${id}/${width}`
    const found = kept.get(key)
    if (found) return found
    let work = underway.get(key)
    if (!work) {
      work = make(id, width).finally(() => underway.delete(key))
      underway.set(key, work)
    }
    const content = await work
    if (content) kept.set(key, content)
    return content
  }
}
