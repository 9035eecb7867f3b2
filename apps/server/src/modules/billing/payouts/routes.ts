import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import {
  getDeveloperBalance,
  getStatement,
  getStatementPdf,
  listDeveloperPayouts,
  listPayouts,
  listStatements,
  movePayout as moveEndpoint,
  requestPayout as requestEndpoint,
} from '@marketplace/contracts/billing/payout-endpoints'
import type { Payout, StatementDocument } from '@marketplace/contracts/billing/payout-schemas'
import { hasPermission } from '@marketplace/domain/permissions'
import { boundedWork } from '../../../adapters/bounded-work.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { holdDeveloper } from '../../catalogue/index.ts'
import type { LockCaller } from '../../clients/index.ts'
import { registerKeyedEndpoint } from '../../idempotency/index.ts'
import { readBalance } from '../ledger/repository.ts'
import {
  findPaidDeveloper,
  findPayouts,
  findStatement,
  findStatements,
  type PaidDeveloper,
  type PayoutRecord,
  readPaid,
} from './repository.ts'
import { movePayout, requestPayout } from './request-payout.ts'

const PAGE = 20
const pageOf = (page: number) => ({ offset: (page - 1) * PAGE, limit: PAGE })

/** Draws a statement in a child process, two at a time; others wait. */
const renderPdf = boundedWork<StatementDocument, Uint8Array>({
  file: join(import.meta.dirname, 'statement-worker.ts'),
  atOnce: 2,
  seconds: 20,
})

const present = (payout: PayoutRecord, developer: string): Payout => ({
  id: payout.id,
  developer: { id: payout.developerId, name: developer },
  amount: payout.amount,
  state: payout.state,
  reference: payout.reference,
  note: payout.note,
  created_at: payout.createdAt.toISOString(),
  updated_at: payout.updatedAt.toISOString(),
})

export type PayoutDependencies = { database: Database; clock: Clock; lockCaller: LockCaller }

/** Balances, payouts and statements of developers. */
export const registerPayoutRoutes = (app: FastifyInstance, { database, clock, lockCaller }: PayoutDependencies): void => {
  /**
   * The developer, for staff and for members of its organization with a billing permission. All others get the same answer as for an
   * unknown id.
   */
  const permitted = <D extends Pick<PaidDeveloper, 'organizationId'>>(
    { scopes, organizationId }: Caller,
    developer: D | null,
  ): D => {
    const operates = hasPermission(scopes, 'operate')
    if (!developer || !(operates || developer.organizationId === organizationId)) throw new ApiError('DEVELOPER_NOT_FOUND')
    if (!operates && !hasPermission(scopes, 'manageBilling')) throw new ApiError('FORBIDDEN')
    return developer
  }
  const developerFor = async (caller: Caller, id: string) => permitted(caller, await findPaidDeveloper(database, id))

  registerEndpoint(app, getDeveloperBalance, async ({ caller, params: { id } }) => {
    const developer = await developerFor(caller, id)
    const { owed, available } = await readBalance(database, id, clock.now())
    const { onItsWay, paid } = await readPaid(database, id)
    return { developer: { id, name: developer.name }, owed, available, on_its_way: onItsWay, paid, currency: 'usd' as const }
  })

  registerEndpoint(app, listDeveloperPayouts, async ({ caller, params: { id }, query: { page } }) => {
    await developerFor(caller, id)
    const { total, records } = await findPayouts(database, { developerId: id }, pageOf(page))
    return { result: records.map((record) => present(record, record.developer)), total }
  })

  registerKeyedEndpoint(app, { database, clock }, requestEndpoint, {
    write: async (transaction, { caller: asking, params: { id }, body: { cents } }) => {
      const caller = await lockCaller(transaction, asking)
      const { name } = permitted(caller, await holdDeveloper(transaction, { id }))
      return present(await requestPayout(transaction, caller, { developerId: id, cents }, clock.now()), name)
    },
    keeps: (payout) => payout,
    answer: async (payout) => payout,
  })

  registerEndpoint(app, listPayouts, async ({ query: { page, state = null } }) => {
    const { total, records } = await findPayouts(database, { state }, pageOf(page))
    return { result: records.map((record) => present(record, record.developer)), total }
  })

  registerEndpoint(app, moveEndpoint, ({ caller: asking, params: { id }, body }) =>
    inTransaction(database, async (transaction) => {
      const caller = await lockCaller(transaction, asking)
      if (!hasPermission(caller.scopes, 'operate')) throw new ApiError('FORBIDDEN')
      const moved = await movePayout(transaction, caller, { id, ...body }, clock.now())
      const developer = await findPaidDeveloper(transaction, moved.developerId)
      return present(moved, developer?.name ?? '')
    }),
  )

  registerEndpoint(app, listStatements, async ({ caller, params: { id }, query: { page } }) => {
    await developerFor(caller, id)
    const { total, documents } = await findStatements(database, id, pageOf(page))
    return { result: documents.map(({ developer: _, ...summary }) => summary), total }
  })

  const read = async (caller: Caller, id: string, month: string): Promise<StatementDocument> => {
    await developerFor(caller, id)
    const document = await findStatement(database, id, month)
    if (!document) throw new ApiError('STATEMENT_NOT_FOUND')
    return document
  }
  registerEndpoint(app, getStatement, ({ caller, params: { id, month } }) => read(caller, id, month))
  registerEndpoint(app, getStatementPdf, async ({ caller, params: { id, month }, reply }) => {
    const file = await renderPdf(await read(caller, id, month))
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="statement-${month}.pdf"`)
      .send(Buffer.from(file))
  })
}
