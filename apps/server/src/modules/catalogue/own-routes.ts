import type { FastifyInstance } from 'fastify'
import { listApplications, listPrivateApplications, listReviewedApplications } from '@marketplace/contracts/catalogue/endpoints'
import { hasPermission } from '@marketplace/domain/permissions'
import { publicationStatus } from '@marketplace/domain/publication-status'
import type { Database } from '../../db/client.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { presentApplication } from './present.ts'
import type { ApplicationRecord } from './stored/records.ts'
import { findOwnApplications, findSubmittedApplications } from './stored/repository.ts'

export type OwnRoutesOptions = { database: Database; catalogue: LiveCatalogue; clock: Clock; publicUrl: string }

/** Non-public reads: the applications of the caller's own organization, and applications in review for reviewers. */
export const registerOwnApplicationRoutes = (
  app: FastifyInstance,
  { database, catalogue, clock, publicUrl }: OwnRoutesOptions,
): void => {
  const present = (records: readonly ApplicationRecord[]) => {
    const context = { publicUrl, snapshot: catalogue.current(), now: clock.now() }
    return records.map((record) => presentApplication(record, context))
  }

  registerEndpoint(app, listApplications, async ({ caller }) => {
    const own = await findOwnApplications(database, caller.organizationId)
    return present(own.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || byName(a, b)))
  })

  registerEndpoint(app, listReviewedApplications, async ({ caller }) => {
    const found = hasPermission(caller.scopes, 'operate')
      ? await findSubmittedApplications(database)
      : await findOwnApplications(database, caller.organizationId)
    const inReview = found.filter((record) => publicationStatus(record, clock.now()) === 'IN_REVIEW')
    return present(inReview.sort((a, b) => submission(a) - submission(b) || byName(a, b)))
  })

  registerEndpoint(app, listPrivateApplications, async ({ caller }) => {
    const own = await findOwnApplications(database, caller.organizationId)
    return present(own.filter((record) => record.private).sort(byName))
  })
}

const byName = (a: ApplicationRecord, b: ApplicationRecord): number =>
  a.name.localeCompare(b.name, 'en') || a.slug.localeCompare(b.slug, 'en')

const submission = ({ submittedAt }: ApplicationRecord): number => submittedAt?.getTime() ?? 0
