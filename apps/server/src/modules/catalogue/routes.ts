import type { FastifyInstance } from 'fastify'
import {
  getDeveloperProfile,
  getPublishedApplication,
  listApplicationResources,
  listPublishedApplications,
} from '@marketplace/contracts/endpoints/product'
import { compareApplications } from '@marketplace/domain/sorting'
import type { Database } from '../../db/client.ts'
import type { AnswerCache } from '../../http/answer-cache.ts'
import { ApiError } from '../../http/errors.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { presentApplication, presentDeveloper, presentResource } from './present.ts'
import { isShown, nextChangeOf, publishedById, publishedBySlug, publishedEntries } from './read-published.ts'
import { findApplications } from './repository.ts'
import type { CatalogueSnapshot } from './snapshot.ts'

export type CatalogueRoutesOptions = {
  database: Database
  catalogue: LiveCatalogue
  answers: AnswerCache
  clock: Clock
  publicUrl: string
}

/** How many applications are read from the database at once for a list that has no limit. */
const CHUNK = 500

/** The public part of the product API: what anyone may read. */
export const registerCatalogueRoutes = (
  app: FastifyInstance,
  { database, catalogue, answers, clock, publicUrl }: CatalogueRoutesOptions,
) => {
  /** An answer that is true until then, and for as long as the snapshot that it was made of is the newest. */
  const json = (snapshot: CatalogueSnapshot, body: unknown, until: Date | null) =>
    jsonAnswer(body, until, () => catalogue.current() === snapshot)

  registerEndpoint(app, listPublishedApplications, async ({ query: { limit, offset } }) => {
    const now = clock.now()
    const snapshot = catalogue.current()
    const published = publishedEntries(snapshot, now)
    const wanted = published.value.slice(offset, limit === undefined ? undefined : offset + limit)
    // Past the end every offset is the same empty list, and one answer serves them all.
    const key = `published ${wanted.length ? `${offset} ${wanted.length}` : 'none'}`
    return answers.get(key, now, async () => {
      const list: unknown[] = []
      for (let start = 0; start < wanted.length; start += CHUNK) {
        const ids = wanted.slice(start, start + CHUNK).map(({ id }) => id)
        for (const record of await findApplications(database, ids))
          list.push(presentApplication(record, { publicUrl, snapshot, now }))
      }
      return json(snapshot, list, published.until)
    })
  })

  registerEndpoint(app, getPublishedApplication, async ({ params: { slug } }) => {
    const now = clock.now()
    const snapshot = catalogue.current()
    const entry = publishedBySlug(snapshot, slug, now)
    if (!entry) throw new ApiError('APPLICATION_NOT_FOUND')
    return answers.get(`application ${entry.id}`, now, async () => {
      const [record] = await findApplications(database, [entry.id])
      if (!record) throw new ApiError('APPLICATION_NOT_FOUND')
      return json(snapshot, presentApplication(record, { publicUrl, snapshot, now }), nextChangeOf(entry, now))
    })
  })

  registerEndpoint(app, listApplicationResources, async ({ params: { id } }) => {
    const now = clock.now()
    const snapshot = catalogue.current()
    const entry = publishedById(snapshot, id, now)
    if (!entry) throw new ApiError('APPLICATION_NOT_FOUND')
    return answers.get(`resources ${entry.id}`, now, async () => {
      const [record] = await findApplications(database, [entry.id])
      return json(
        snapshot,
        (record?.resources ?? []).map((resource) => presentResource(resource, entry, publicUrl)),
        null,
      )
    })
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
