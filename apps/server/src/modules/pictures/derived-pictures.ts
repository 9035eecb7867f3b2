import { LRUCache } from 'lru-cache'
import type { Files } from '../../ports/files.ts'
import { masterKey } from './store-picture.ts'

/** Derives a file from a picture's re-encoded master. */
export type Draw = (master: Buffer) => Promise<Buffer>

/** Reads a derived file of a picture by name. Null if the picture does not exist. */
export type DerivedPictures = (id: string, name: string, draw: Draw) => Promise<Buffer | null>

const ID = /^[0-9a-f]{32}$/

/**
 * Files that are derived from pictures, such as one width. Each is made at its first request, stored beside the master, and cached in up
 * to about `keptBytes` of memory. Simultaneous requests share the work. The caller must limit the set of names.
 */
export const derivedPictures = (files: Files, keptBytes: number): DerivedPictures => {
  const kept = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: (content) => content.length + 100 })
  const underway = new Map<string, Promise<Buffer | null>>()

  const make = async (id: string, key: string, draw: Draw): Promise<Buffer | null> => {
    const ready = await files.read(key)
    if (ready) return ready
    const master = await files.read(masterKey(id))
    if (!master) return null
    const content = await draw(master)
    await files.write(key, content)
    return content
  }

  return async (id, name, draw) => {
    if (!ID.test(id)) return null
    const key = `pictures/${id}/${name}`
    const found = kept.get(key)
    if (found) return found
    let work = underway.get(key)
    if (!work) {
      work = make(id, key, draw).finally(() => underway.delete(key))
      underway.set(key, work)
    }
    const content = await work
    if (content) kept.set(key, content)
    return content
  }
}
