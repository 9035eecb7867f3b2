import type { FastifyInstance } from 'fastify'
import { listSales, refundSale } from '@marketplace/contracts/billing/payout-endpoints'
import { hasPermission } from '@marketplace/domain/permissions'
import { vouchForOrganization } from '../../../core/caller.ts'
import { ApiError } from '../../../core/api-error.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import type { LockCaller } from '../../clients/index.ts'
import { registerKeyedEndpoint } from '../../idempotency/index.ts'
import { findRefund, findSales } from './repository.ts'
import { type RefundRefusal, requestRefund } from './request-refund.ts'
import { createRefundRunner, type RefundRunnerOptions } from './runner.ts'

const PAGE = 20

const WHY: Readonly<Record<Exclude<RefundRefusal['refused'], 'unknown_sale'>, string>> = {
  nothing_left: 'nothing of it is left',
  not_an_amount: 'that is no amount',
  too_much: 'less than that is left of it',
  disputed: 'its bank is deciding about the payment',
}

/** Sales and their refunds, for staff. */
export const registerRefundRoutes = (
  app: FastifyInstance,
  dependencies: RefundRunnerOptions & { lockCaller: LockCaller },
): void => {
  const { database, clock, lockCaller } = dependencies
  const runner = createRefundRunner(dependencies)

  registerEndpoint(app, listSales, async ({ query: { page, ...by } }) => {
    // Staff see the sales of every organization.
    const organizationId = by.organization_id === undefined ? undefined : vouchForOrganization(by.organization_id)
    const found = await findSales(
      database,
      { organizationId, developerId: by.developer_id, invoice: by.invoice },
      { offset: (page - 1) * PAGE, limit: PAGE },
    )
    return {
      total: found.total,
      result: found.sales.map(({ organizationId, organization, developerId, total, refunded, soldAt, ...sale }) => ({
        ...sale,
        organization: { id: organizationId, name: organization },
        developer_id: developerId,
        total,
        refunded,
        left: total - refunded,
        sold_at: soldAt.toISOString(),
      })),
    }
  })

  registerKeyedEndpoint(app, { database, clock }, refundSale, {
    write: async (transaction, { caller: asking, body: { sale_id: saleId, cents, note } }) => {
      const caller = await lockCaller(transaction, asking)
      if (!hasPermission(caller.scopes, 'operate')) throw new ApiError('FORBIDDEN')
      const refund = { saleId, cents, note, reason: 'requested', requestedBy: caller.accountId } as const
      const asked = await requestRefund(transaction, refund, clock.now())
      if (!('refused' in asked)) return asked
      if (asked.refused === 'unknown_sale') throw new ApiError('SALE_NOT_FOUND')
      throw new ApiError('REFUND_REFUSED', { reason: WHY[asked.refused] })
    },
    keeps: ({ id }) => ({ id }),
    answer: async ({ id }, { body: { sale_id: saleId, note } }) => {
      // If the provider does not answer now, the refund is sent again within a minute.
      await runner.run(id).catch((err: unknown) => app.log.error({ err, refund: id }, 'a refund waits'))
      const refund = await findRefund(database, id)
      if (!refund) throw new Error(`refund ${id} was committed and is not there`)
      const { total, tax, state, createdAt } = refund
      return { id, sale_id: saleId, total, tax, state, note, created_at: createdAt.toISOString() }
    },
  })
}
