import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from '../ports/files.ts'

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/

/** Files in a local folder. A file is written beside its final path and renamed, so that a kill leaves no partial file. */
export const localFiles = (folder: string): Files => {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new RangeError(`${key} is not a file key`)
    return join(folder, key)
  }
  return {
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async write(key, content) {
      const path = pathOf(key)
      const draft = `${path}.${randomUUID()}.tmp`
      await mkdir(dirname(path), { recursive: true })
      const handle = await open(draft, 'wx')
      try {
        await handle.writeFile(content)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, path).catch(async (error) => {
        await rm(draft, { force: true })
        throw error
      })
    },
  }
}
