import type { FastifyInstance } from 'fastify'
import { getOwnApplicationPage } from '@marketplace/contracts/endpoints/installs'
import { BUILD_HASH_HEADER, type PageData } from '@marketplace/contracts/page-data'
import { variantNamed } from '@marketplace/contracts/variants'
import { hasPage } from '@marketplace/domain/visibility'
import { ApiError } from '../../http/errors.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { findOwnApplications } from '../catalogue/index.ts'
import { readRatings } from '../ratings/index.ts'
import { buildApplication } from './build-application.ts'
import { pathOfApplication } from './present-card.ts'
import { REVIEWS_SHOWN, type SiteOptions } from './site-server.ts'

export type OwnApplicationPageOptions = Pick<
  SiteOptions,
  'database' | 'catalogue' | 'partners' | 'clock' | 'renderer' | 'publicUrl' | 'accountsUrl' | 'hostUrl'
>

/**
 * The page data of an application that has no page: only who belongs to the organization that owns it sees what it looks like. It is
 * made anew for each of them, and nothing keeps it.
 */
export const registerOwnApplicationPage = (
  app: FastifyInstance,
  { database, catalogue, partners, clock, renderer, ...urls }: OwnApplicationPageOptions,
): void => {
  registerEndpoint(app, getOwnApplicationPage, async ({ caller, params: { id }, product, reply }) => {
    const now = clock.now()
    const [record] = await findOwnApplications(database, caller.organizationId, id)
    const snapshot = catalogue.current()
    const entry = snapshot.byId.get(id)
    if (!record || !entry || (hasPage(record, now) && !record.private)) throw new ApiError('APPLICATION_NOT_FOUND')
    const variant = variantNamed(product === 'helpdesk' ? 'helpdesk-public' : 'base')
    const context = { snapshot, partners: partners.current(), variant, now, ...urls }
    const { result } = buildApplication(context, entry, record, await readRatings(database, id, REVIEWS_SHOWN))
    const data: PageData = {
      path: pathOfApplication(entry),
      // It has no address that anyone else could find.
      result: { ...result, meta: { ...result.meta, canonical: '', noindex: true, structuredData: [] } },
    }
    return reply.type('application/json; charset=utf-8').header(BUILD_HASH_HEADER, renderer.buildHash).send(JSON.stringify(data))
  })
}
