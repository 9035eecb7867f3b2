import type { FastifyInstance } from 'fastify'
import { getOwnApplicationPage } from '@marketplace/contracts/pages/endpoints'
import { BUILD_HASH_HEADER, type PageData } from '@marketplace/contracts/pages/page-data'
import { variantNamed } from '@marketplace/contracts/core/variants'
import { isReviewedBy } from '@marketplace/domain/installing'
import { hasPermission } from '@marketplace/domain/permissions'
import { publicationStatus } from '@marketplace/domain/publication-status'
import { hasPage } from '@marketplace/domain/visibility'
import type { Database } from '../../db/client.ts'
import { ApiError } from '../../core/api-error.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { type ApplicationRecord, findOwnApplications, findSubmittedApplications } from '../catalogue/index.ts'
import { readReviews } from '../ratings/index.ts'
import { buildApplication } from './build-application.ts'
import { createContexts } from './page-context.ts'
import { pathOfApplication } from './present-card.ts'
import { FIRST_REVIEWS } from './read-application.ts'
import type { SiteOptions } from './site-server.ts'

export type OwnApplicationPageOptions = Pick<
  SiteOptions,
  'database' | 'catalogue' | 'partners' | 'clock' | 'renderer' | 'publicUrl' | 'accountsUrl' | 'hostUrl' | 'errorReports'
>

/**
 * The page data of an application without a public page, for members of the organization that owns it and for reviewers. It is
 * built for each request and never cached.
 */
export const registerOwnApplicationPage = (
  app: FastifyInstance,
  { database, catalogue, partners, clock, renderer, ...urls }: OwnApplicationPageOptions,
): void => {
  const contextOf = createContexts({ catalogue, partners, clock, ...urls })

  registerEndpoint(app, getOwnApplicationPage, async ({ caller, params: { id }, product, reply }) => {
    const now = clock.now()
    const [own] = await findOwnApplications(database, caller.organizationId, id)
    const record = own ?? (await findReviewed(database, caller.scopes, id, now))
    const entry = catalogue.current().byId.get(id)
    if (!record || !entry || (hasPage(record, now) && !record.private)) throw new ApiError('APPLICATION_NOT_FOUND')
    const variant = variantNamed(product === 'helpdesk' ? 'helpdesk-public' : 'base')
    const context = contextOf(variant, catalogue.revisions.reads())
    const { result } = buildApplication(context, entry, record, await readReviews(database, id, FIRST_REVIEWS))
    const data: PageData = {
      path: pathOfApplication(entry),
      // The page is private, so it has no canonical address.
      result: { ...result, meta: { ...result.meta, canonical: '', noindex: true, structuredData: [] } },
    }
    return reply.type('application/json; charset=utf-8').header(BUILD_HASH_HEADER, renderer.buildHash).send(JSON.stringify(data))
  })
}

/** Finds an application in review for a caller who may review it. */
const findReviewed = async (
  database: Database,
  scopes: ReadonlySet<string>,
  id: string,
  now: Date,
): Promise<ApplicationRecord | undefined> => {
  const [found] = hasPermission(scopes, 'operate') ? await findSubmittedApplications(database, id) : []
  return found && isReviewedBy({ status: publicationStatus(found, now) }, scopes) ? found : undefined
}
