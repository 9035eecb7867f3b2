import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { CatalogueLine } from '@marketplace/contracts/catalogue-line'
import { slugConflict } from '@marketplace/domain/slugs'
import { RESERVED_APPLICATION_SLUGS } from '@marketplace/contracts/collections'
import { withLock } from '../../../db/advisory-lock.ts'
import type { DatabaseClient } from '../../../db/client.ts'
import { inSavepoint, inTransaction, type Transaction } from '../../../db/transaction.ts'
import type { Files } from '../../../ports/files.ts'
import { findApplicationsBySlug, listSlugs } from '../repository.ts'
import { clientConflict, endConsentsOfClientBefore, nameClient } from './client-owners.ts'
import { type ParsedLine, parseLine } from './parse-line.ts'
import { type PictureSource, takePictures, type TakenPictures } from './pictures-of-line.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { type RawLine, readLines } from './read-lines.ts'
import { ensureCategories, ensureReferences, findDeveloperId, openReferenceBook, type ReferenceBook } from './references.ts'
import { type RenderedTexts, renderTexts } from './texts-of-line.ts'
import { writeLine } from './write-line.ts'

export type ImportOptions = {
  client: DatabaseClient
  files: Files
  /** The catalogue: JSON lines. Its pictures are relative to the folder it lies in. */
  path: string
  /** Says what an import would do, and changes nothing. */
  dryRun?: boolean
  production: boolean
  now: Date
  onProgress?: (progress: { lines: number; bytes: number; totalBytes: number }) => void
}

export type ImportReport = {
  lines: number
  created: number
  updated: number
  refused: number
  /** One for each line that was refused or changed, in their order. */
  remarks: { line: number; reason: string }[]
}

/** Lines that are written in one transaction: enough to be quick, few enough that a running server shows them at once. */
const BATCH = 50
/** Fewer lines are written at once where they are long: they and what they hold are in memory together. */
const BATCH_BYTES = 16 * 1024 * 1024
/** Lines whose texts and pictures are looked at together: each holds a picture in memory. */
const LINES_AT_ONCE = 4

const RESERVED: ReadonlySet<string> = new Set(RESERVED_APPLICATION_SLUGS)

type Seen = { slugs: Map<string, number>; taken: Set<string>; book: ReferenceBook; pictures: PictureSource['known'] }

/**
 * Imports a catalogue. Each line stands alone: one that is refused is reported and the rest goes in. Rejects only where the file
 * cannot be read or the database is lost.
 */
export const importCatalogue = async (options: ImportOptions): Promise<ImportReport> => {
  const path = resolve(options.path)
  const totalBytes = (await stat(path)).size
  const report: ImportReport = { lines: 0, created: 0, updated: 0, refused: 0, remarks: [] }
  // One import at a time: two would race for the ids of the categories they bring.
  return withLock(options.client.pool, 'import', async () => {
    const { database } = options.client
    if (!options.dryRun) await ensureCategories(database, options.production)
    const seen: Seen = {
      slugs: new Map(),
      taken: new Set(await listSlugs(database)),
      book: await openReferenceBook(database),
      pictures: new Map(),
    }
    let batch: RawLine[] = []
    let batchLength = 0
    const flush = async () => {
      const last = batch.at(-1)
      if (!last) return
      await importBatch(batch, seen, report, { ...options, path })
      options.onProgress?.({ lines: report.lines, bytes: last.bytes, totalBytes })
      batch = []
      batchLength = 0
    }
    for await (const line of readLines(path)) {
      batch.push(line)
      batchLength += line.text?.length ?? 0
      if (batch.length === BATCH || batchLength > BATCH_BYTES) await flush()
    }
    await flush()
    return report
  })
}

type Accepted = { number: number; parsed: ParsedLine; pictures: TakenPictures; texts: RenderedTexts }

const refuse = (report: ImportReport, line: number, reason: string): void => {
  report.refused++
  report.remarks.push({ line, reason })
}

const importBatch = async (
  batch: readonly RawLine[],
  seen: Seen,
  report: ImportReport,
  options: ImportOptions,
): Promise<void> => {
  const { client, files, dryRun, now } = options
  const source: PictureSource = {
    folder: dirname(options.path),
    store: dryRun ? null : { database: client.database, files },
    known: seen.pictures,
  }
  const lines = batch.flatMap((line) => acceptLine(line, seen, report))
  const accepted = await mapConcurrently(lines, LINES_AT_ONCE, async (line): Promise<Accepted> => ({
    ...line,
    texts: await renderTexts(line.parsed),
    pictures: await takePictures(line.parsed.line, source),
  }))
  const slugs = accepted.map(({ parsed }) => parsed.line.slug)
  const existing = new Map((await findApplicationsBySlug(client.database, slugs)).map((found) => [found.slug, found]))

  const writeAll = async (database: Transaction | null) => {
    for (const { number, parsed, pictures, texts } of accepted) {
      const before = existing.get(parsed.line.slug)
      const failure =
        !before && parsed.line.name === undefined
          ? 'name: is missing'
          : clientConflict(seen.book.clientOwners, parsed.line, before) ||
            (database && (await attempt(database, { parsed, pictures, texts }, before, seen, now)))
      if (failure) {
        refuse(report, number, failure)
        continue
      }
      report[before ? 'updated' : 'created']++
      seen.taken.add(parsed.line.slug)
      nameClient(seen.book.clientOwners, parsed.line, before)
      const remarks = [...parsed.remarks, ...pictures.remarks, ...texts.remarks]
      if (remarks.length) report.remarks.push({ line: number, reason: remarks.join('; ') })
    }
  }
  if (dryRun) await writeAll(null)
  else await inTransaction(client.database, writeAll)
  report.remarks.sort((a, b) => a.line - b.line)
}

/** The line, if it is taken: everything about it was checked that needs neither pictures nor what the database holds of it. */
const acceptLine = (raw: RawLine, seen: Seen, report: ImportReport): { number: number; parsed: ParsedLine }[] => {
  report.lines++
  const parsed = raw.text === null ? raw : parseLine(raw.text)
  const reason = 'reason' in parsed ? parsed.reason : refusal(parsed.line, seen)
  if (reason !== null || 'reason' in parsed) {
    refuse(report, raw.number, reason ?? '')
    return []
  }
  seen.slugs.set(parsed.line.slug, raw.number)
  return [{ number: raw.number, parsed }]
}

/** Writes a line behind a savepoint, so that one the database refuses takes nothing with it. Answers with the reason. */
const attempt = async (
  transaction: Transaction,
  { parsed, pictures, texts }: Pick<Accepted, 'parsed' | 'pictures' | 'texts'>,
  before: Parameters<typeof writeLine>[1],
  { book }: Seen,
  now: Date,
): Promise<string | null> => {
  try {
    await inSavepoint(transaction, async (savepoint) => {
      await ensureReferences(savepoint, book, parsed.line, now)
      const references = {
        categoryId: (slug: string) => book.categoryBySlug.get(slug)?.id ?? null,
        developerId: (name: string) => findDeveloperId(book, name),
        pictureId: (path: string) => pictures.ids.get(path) ?? null,
      }
      await writeLine(parsed, before, { database: savepoint, references, pictures: pictures.ids, texts: texts.columns, now })
      await endConsentsOfClientBefore(savepoint, parsed.line, before, now)
    })
    return null
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    // Only what PostgreSQL says of the data itself (class 22 and 23) concerns the line; anything else ends the import.
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (!/^2[23]/.test(code)) throw error
    Object.assign(book, await openReferenceBook(transaction))
    return `could not be stored: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

/** Why this line is not taken, whatever the database holds of it. */
const refusal = (line: CatalogueLine, { slugs, taken, book }: Seen): string | null => {
  const earlier = slugs.get(line.slug)
  if (earlier !== undefined) return `slug: ${line.slug} stands already on line ${earlier}`
  const conflict = slugConflict(line.slug, { categorySlugs: new Set(book.categoryBySlug.keys()) })
  if (conflict) return `slug: ${conflict.message}`
  const category = line.category?.slug
  if (category && !book.categoryBySlug.has(category)) {
    if (RESERVED.has(category)) return `category: the page of ${category} would be hidden by one of the marketplace's own`
    if (taken.has(category) || slugs.has(category) || category === line.slug)
      return `category: the page of ${category} would hide the application of that slug`
  }
  return null
}
