import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { inTransaction } from '../../../db/transaction.ts'
import type { DatabaseClient } from '../../../db/client.ts'
import type { Files } from '../../../ports/files.ts'
import { loadPictures, originalKey } from '../../pictures/index.ts'
import { countApplications, loadCategories, loadDevelopers, readAllApplications } from '../stored/repository.ts'
import { lineOfApplication, type LineSources } from './line-of-application.ts'

export type ExportOptions = {
  client: DatabaseClient
  files: Files
  path: string
  onProgress?: (progress: { lines: number; total: number }) => void
}

/**
 * Writes the whole catalogue to a file, with its pictures beside it at the paths that the lines name. Returns the number of
 * lines.
 */
export const exportCatalogue = async ({
  client,
  files,
  path,
  onProgress,
}: ExportOptions): Promise<{ lines: number; pictures: number }> => {
  const target = resolve(path)
  const folder = dirname(target)
  await mkdir(folder, { recursive: true })
  // Written to a temporary file and renamed, so that an existing catalogue is never half overwritten.
  const draft = join(folder, `.${basename(target)}.${randomUUID()}.tmp`)
  const handle = await open(draft, 'wx')
  const written = new Set<string>()
  let lines = 0
  try {
    // One snapshot of the database for the whole file, so that simultaneous imports do not affect it.
    await inTransaction(
      client.database,
      async (database) => {
        const categories = await loadCategories(database)
        const developers = await loadDevelopers(database)
        const sources: LineSources = {
          categoryById: new Map(categories.map((category) => [category.id, category])),
          categoryBySlug: new Map(categories.map((category) => [category.slug, category])),
          developerById: new Map(developers.map((developer) => [developer.id, developer])),
          developerByName: new Map(developers.map((developer) => [developer.name.toLowerCase(), developer])),
          pictures: await loadPictures(database),
          claimed: new Map(),
        }
        const total = await countApplications(database)
        for await (const application of readAllApplications(database)) {
          const exported = lineOfApplication(application, sources)
          await handle.write(`${JSON.stringify(exported.line)}\n`)
          for (const [file, id] of exported.files) {
            if (written.has(file)) continue
            written.add(file)
            await writePicture(files, id, join(folder, file))
          }
          lines++
          onProgress?.({ lines, total })
        }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await handle.sync()
    await handle.close()
    await rename(draft, target)
    return { lines, pictures: written.size }
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

const writePicture = async (files: Files, id: string, path: string): Promise<void> => {
  const content = await files.read(originalKey(id))
  if (!content) throw new Error(`The original of picture ${id} is not in the files`)
  const there = await readFile(path).catch(() => null)
  if (there && createHash('sha256').update(there).digest('hex').startsWith(id)) return
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
