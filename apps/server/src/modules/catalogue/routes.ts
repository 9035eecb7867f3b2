import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ComposedBody } from '@marketplace/contracts/core/composed-body'
import {
  getDeveloperProfile,
  getPublishedApplication,
  listApplicationResources,
  listPublishedApplications,
} from '@marketplace/contracts/catalogue/endpoints'
import { compareApplications } from '@marketplace/domain/sorting'
import type { Database } from '../../db/client.ts'
import type { AnswerCache } from '../../http/answer-cache.ts'
import { ApiError } from '../../core/api-error.ts'
import { withDigest } from '../../http/digest.ts'
import { jsonAnswer, serializedAnswer } from '../../http/json-answer.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { presentApplication, presentDeveloper, presentResource } from './present.ts'
import { isShown } from './application-lists.ts'
import { publishedById, publishedBySlug, publishedIds } from './read-published.ts'
import { findApplications } from './stored/repository.ts'
import { type CatalogueSnapshot, names } from './snapshot.ts'

export type CatalogueRoutesOptions = {
  database: Database
  catalogue: LiveCatalogue
  answers: AnswerCache
  clock: Clock
  publicUrl: string
}

/** How many records are read and serialized at a time. Other work runs in between. */
const CHUNK = 50
/** Memory for serialized applications. After one change, an answer with many of them serializes only the changed one again. */
const WRITTEN_BYTES = 12 * 1024 * 1024

/** Public reads of the product API. */
export const registerCatalogueRoutes = (
  app: FastifyInstance,
  { database, catalogue, answers, clock, publicUrl }: CatalogueRoutesOptions,
) => {
  const { revisions } = catalogue
  const written = new LRUCache<string, { text: string; isCurrent: () => boolean }>({
    maxSize: WRITTEN_BYTES,
    sizeCalculation: ({ text }) => text.length + 500,
  })

  /** Serializes applications to JSON, by id. Skips those that were deleted meanwhile. */
  const writeApplications = async (
    ids: readonly string[],
    snapshot: CatalogueSnapshot,
    now: Date,
  ): Promise<Map<string, string>> => {
    const texts = new Map<string, string>()
    const missing: string[] = []
    for (const id of ids) {
      const known = written.get(id)
      if (known?.isCurrent()) texts.set(id, known.text)
      else missing.push(id)
    }
    if (missing.length === 0) return texts
    const own = missing.map((id) => {
      const reads = revisions.reads()
      catalogue.read(reads).noteRecord(id)
      reads.note(names.categories)
      return [id, reads] as const
    })
    const readsOf = new Map(own)
    for (const record of await findApplications(database, missing)) {
      const text = JSON.stringify(presentApplication(record, { publicUrl, snapshot, now }))
      texts.set(record.id, text)
      const reads = readsOf.get(record.id)
      if (reads) written.set(record.id, { text, isCurrent: reads.isCurrent })
    }
    return texts
  }

  registerEndpoint(app, listPublishedApplications, async ({ query: { limit, offset } }) => {
    const now = clock.now()
    const reads = revisions.reads()
    const snapshot = catalogue.read(reads)
    const ids = publishedIds(snapshot, offset, limit)
    // All offsets past the end have the same empty answer, so they share one key.
    const key = `published ${ids.length ? `${offset} ${ids.length}` : 'none'}`
    const make = async () => {
      const pieces: ComposedBody['pieces'][number][] = []
      for (let start = 0; start < ids.length; start += CHUNK) {
        const chunk = ids.slice(start, start + CHUNK)
        for (const id of chunk) snapshot.noteRecord(id)
        const texts = await writeApplications(chunk, snapshot, now)
        const part = chunk.flatMap((id) => texts.get(id) ?? []).join()
        if (part) pieces.push({ at: 1, bytes: withDigest(Buffer.from(pieces.length > 0 ? `,${part}` : part)) })
        await yieldToOthers()
      }
      return serializedAnswer({ own: Buffer.from('[]'), pieces })
    }
    return answers.get(key, now, make, reads.isCurrent)
  })

  registerEndpoint(app, getPublishedApplication, async ({ params: { slug } }) => {
    const now = clock.now()
    const reads = revisions.reads()
    const snapshot = catalogue.read(reads)
    const entry = publishedBySlug(snapshot, slug, now)
    if (!entry) throw new ApiError('APPLICATION_NOT_FOUND')
    snapshot.noteRecord(entry.id)
    const make = async () => {
      const [record] = await findApplications(database, [entry.id])
      if (!record) throw new ApiError('APPLICATION_NOT_FOUND')
      return jsonAnswer(presentApplication(record, { publicUrl, snapshot, now }), null, true)
    }
    return answers.get(`application ${entry.id}`, now, make, reads.isCurrent)
  })

  registerEndpoint(app, listApplicationResources, async ({ params: { id } }) => {
    const now = clock.now()
    const reads = revisions.reads()
    const snapshot = catalogue.read(reads)
    const entry = publishedById(snapshot, id, now)
    if (!entry) throw new ApiError('APPLICATION_NOT_FOUND')
    snapshot.noteRecord(id)
    const make = async () => {
      const [record] = await findApplications(database, [entry.id])
      const resources = (record?.resources ?? []).map((resource) => presentResource(resource, entry, publicUrl))
      return jsonAnswer(resources, null, true)
    }
    return answers.get(`resources ${entry.id}`, now, make, reads.isCurrent)
  })

  registerEndpoint(app, getDeveloperProfile, async ({ params: { id } }) => {
    const now = clock.now()
    const snapshot = catalogue.current()
    const developer = snapshot.developerById.get(id)
    if (!developer) throw new ApiError('DEVELOPER_NOT_FOUND')
    const own = snapshot.byDeveloper.get(id) ?? []
    return presentDeveloper(
      developer,
      own.filter((entry) => isShown(entry, now)).sort(compareApplications('alphabetically', now)),
    )
  })
}
