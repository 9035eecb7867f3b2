import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'
import { slugConflict } from '@marketplace/domain/slugs'
import { RESERVED_APPLICATION_SLUGS } from '@marketplace/contracts/catalogue/collections'
import { withLock } from '../../../db/advisory-lock.ts'
import type { DatabaseClient } from '../../../db/client.ts'
import { inSavepoint, inTransaction, type Transaction } from '../../../db/transaction.ts'
import type { Files } from '../../../ports/files.ts'
import { findApplicationsBySlug, listSlugs } from '../stored/repository.ts'
import { clientConflict, endConsentsOfClientBefore, recordClient } from './client-owners.ts'
import { type ParsedLine, parseLine } from './parse-line.ts'
import { type PictureSource, storePictures, type StoredPictures } from './pictures-of-line.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { type RawLine, readLines } from './read-lines.ts'
import { ensureCategories, ensureReferences, findDeveloperId, openReferenceBook, type ReferenceBook } from './references.ts'
import { type RenderedTexts, renderTexts } from './texts-of-line.ts'
import { writeLine } from './write-line.ts'

export type ImportOptions = {
  client: DatabaseClient
  files: Files
  /** A file of JSON lines. Its pictures are relative to its folder. */
  path: string
  /** Reports what an import would do, without changing anything. */
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
  /** One for each line that was refused or changed, in the order of the lines. */
  remarks: { line: number; reason: string }[]
}

/** Lines per transaction: enough for speed, few enough that a running server shows them soon. */
const BATCH = 50
/** Long lines make smaller batches, because a batch is in memory as a whole. */
const BATCH_BYTES = 16 * 1024 * 1024
/** The number of lines whose texts and pictures are processed at the same time. Each may have a picture in memory. */
const LINES_AT_ONCE = 4

const RESERVED: ReadonlySet<string> = new Set(RESERVED_APPLICATION_SLUGS)

type ImportState = { slugs: Map<string, number>; taken: Set<string>; book: ReferenceBook; pictures: PictureSource['known'] }

/**
 * Imports a catalogue. A refused line is reported, and the others are imported. Rejects only if the file cannot be read or the
 * database is lost.
 */
export const importCatalogue = async (options: ImportOptions): Promise<ImportReport> => {
  const path = resolve(options.path)
  const totalBytes = (await stat(path)).size
  const report: ImportReport = { lines: 0, created: 0, updated: 0, refused: 0, remarks: [] }
  // One import at a time, because two could assign the same ids to new categories.
  return withLock(options.client.pool, 'import', async () => {
    const { database } = options.client
    if (!options.dryRun) await ensureCategories(database, options.production)
    const state: ImportState = {
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
      await importBatch(batch, state, report, { ...options, path })
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

type Accepted = { number: number; parsed: ParsedLine; pictures: StoredPictures; texts: RenderedTexts }

const refuse = (report: ImportReport, line: number, reason: string): void => {
  report.refused++
  report.remarks.push({ line, reason })
}

const importBatch = async (
  batch: readonly RawLine[],
  state: ImportState,
  report: ImportReport,
  options: ImportOptions,
): Promise<void> => {
  const { client, files, dryRun, now } = options
  const source: PictureSource = {
    folder: dirname(options.path),
    store: dryRun ? null : { database: client.database, files },
    known: state.pictures,
  }
  const lines = batch.flatMap((line) => acceptLine(line, state, report))
  const accepted = await mapConcurrently(lines, LINES_AT_ONCE, async (line): Promise<Accepted> => ({
    ...line,
    texts: await renderTexts(line.parsed),
    pictures: await storePictures(line.parsed.line, source),
  }))
  const slugs = accepted.map(({ parsed }) => parsed.line.slug)
  const existing = new Map((await findApplicationsBySlug(client.database, slugs)).map((found) => [found.slug, found]))

  const writeAll = async (database: Transaction | null) => {
    for (const { number, parsed, pictures, texts } of accepted) {
      const before = existing.get(parsed.line.slug)
      const failure =
        !before && parsed.line.name === undefined
          ? 'name: is missing'
          : clientConflict(state.book.clientOwners, parsed.line, before) ||
            (database && (await writeOrRefuse(database, { parsed, pictures, texts }, before, state, now)))
      if (failure) {
        refuse(report, number, failure)
        continue
      }
      report[before ? 'updated' : 'created']++
      state.taken.add(parsed.line.slug)
      recordClient(state.book.clientOwners, parsed.line, before)
      const remarks = [...parsed.remarks, ...pictures.remarks, ...texts.remarks]
      if (remarks.length) report.remarks.push({ line: number, reason: remarks.join('; ') })
    }
  }
  if (dryRun) await writeAll(null)
  else await inTransaction(client.database, writeAll)
  report.remarks.sort((a, b) => a.line - b.line)
}

/**
 * Returns the parsed line in an array if it passes all checks that need neither pictures nor the stored application; otherwise an empty
 * array.
 */
const acceptLine = (raw: RawLine, state: ImportState, report: ImportReport): { number: number; parsed: ParsedLine }[] => {
  report.lines++
  const parsed = raw.text === null ? raw : parseLine(raw.text)
  const reason = 'reason' in parsed ? parsed.reason : refusalReason(parsed.line, state)
  if (reason !== null || 'reason' in parsed) {
    refuse(report, raw.number, reason ?? '')
    return []
  }
  state.slugs.set(parsed.line.slug, raw.number)
  return [{ number: raw.number, parsed }]
}

/** Writes a line after a savepoint, so that a line that the database refuses does not undo the others. Returns the reason of a refusal. */
const writeOrRefuse = async (
  transaction: Transaction,
  { parsed, pictures, texts }: Pick<Accepted, 'parsed' | 'pictures' | 'texts'>,
  before: Parameters<typeof writeLine>[1],
  { book }: ImportState,
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
      await writeLine(parsed, before, { transaction: savepoint, references, pictures: pictures.ids, texts: texts.columns, now })
      await endConsentsOfClientBefore(savepoint, parsed.line, before, now)
    })
    return null
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    // Only errors of the classes 22 and 23 are caused by the line's data. All others end the import.
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (!/^2[23]/.test(code)) throw error
    Object.assign(book, await openReferenceBook(transaction))
    return `could not be stored: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

/** Why this line is refused, without regard to the stored application. */
const refusalReason = (line: CatalogueLine, { slugs, taken, book }: ImportState): string | null => {
  const earlier = slugs.get(line.slug)
  if (earlier !== undefined) return `slug: ${line.slug} is already used on line ${earlier}`
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
