import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  exportActivity,
  exportEstate,
  getEstateAccess,
  getEstateCosts,
  getReceipt,
  listActivity,
  listEstate as listEstateEndpoint,
  listReceipts,
} from '@marketplace/contracts/estate/endpoints'
import { ApiError } from '../../core/api-error.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { presentReceipt } from '../installs/index.ts'
import { readActivity, showActivity } from './activity/show-activity.ts'
import { activityFile, applicationsFile } from './export.ts'
import { findReceipt, findReceipts } from './receipts/repository.ts'
import { type EstateDependencies, listEstate, readApplications, showAccess, showCosts } from './show-estate.ts'

const RECEIPTS = 20
/** The most rows of the audit in one file, about 3 MB. Dates select older rows. */
const MOST_EXPORTED = 10_000

const sendCsv = (reply: FastifyReply, name: string, day: Date, text: string): FastifyReply =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${day.toISOString().slice(0, 10)}.csv"`)
    .header('cache-control', 'no-store')
    .send(text)

/** An organization's installed applications, costs and history, for its administrators. */
export const registerEstateRoutes = (app: FastifyInstance, dependencies: EstateDependencies): void => {
  const { database, clock } = dependencies

  registerEndpoint(app, listEstateEndpoint, ({ caller, query }) => listEstate(dependencies, caller, query))
  registerEndpoint(app, getEstateCosts, ({ caller }) => showCosts(dependencies, caller))
  registerEndpoint(app, getEstateAccess, ({ caller }) => showAccess(dependencies, caller))
  registerEndpoint(app, listActivity, ({ caller, query }) => showActivity(database, caller.organizationId, query))

  registerEndpoint(app, exportEstate, async ({ caller, reply }) =>
    sendCsv(reply, 'apps', clock.now(), applicationsFile(await readApplications(dependencies, caller))),
  )
  registerEndpoint(app, exportActivity, async ({ caller, query, reply }) => {
    const rows = await readActivity(database, caller.organizationId, query, MOST_EXPORTED)
    return sendCsv(reply, 'activity', clock.now(), activityFile(rows))
  })

  registerEndpoint(app, listReceipts, async ({ caller, query: { page } }) => {
    const { rows, total } = await findReceipts(database, caller.organizationId, { page, limit: RECEIPTS })
    return { result: rows.map((row) => presentReceipt(row, row.by)), total }
  })
  registerEndpoint(app, getReceipt, async ({ caller, params: { id } }) => {
    const found = await findReceipt(database, caller.organizationId, id)
    if (!found) throw new ApiError('RECEIPT_NOT_FOUND')
    return presentReceipt(found, found.by)
  })
}
