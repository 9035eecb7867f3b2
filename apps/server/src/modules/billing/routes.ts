import type { FastifyInstance } from 'fastify'
import { previewPrice } from '@marketplace/contracts/billing/endpoints'
import { listSubscriptions } from '@marketplace/contracts/organizations/endpoints'
import { percentOf, taxOf } from '@marketplace/domain/buying/tax'
import { canBillFor } from '@marketplace/domain/permissions'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { findLicenses } from '../organizations/index.ts'
import { readCard } from './cards/repository.ts'
import { presentSubscription } from './present.ts'
import { buyerPlaceOf, taxFor } from './tax/tax-for.ts'

/** What organizations are billed: prices with tax, and their subscriptions and cards. */
export const registerBillingRoutes = (app: FastifyInstance, { database, clock }: { database: Database; clock: Clock }): void => {
  registerEndpoint(app, previewPrice, async ({ caller, query: { price, country, zip }, reply }) => {
    const place = await buyerPlaceOf(database, caller.organizationId, { country, zip })
    const { rate } = await taxFor(database, place, clock.now())
    const tax = taxOf(price, rate)
    reply.header('cache-control', 'private, max-age=300')
    return { total_price: price + tax, tax_value: tax, tax_rate: percentOf(rate) }
  })

  registerEndpoint(app, listSubscriptions, async ({ caller }) => {
    const now = clock.now()
    const licenses = await findLicenses(database, caller.organizationId)
    const card = await readCard(database, caller.organizationId)
    const of = (product: 'livechat' | 'helpdesk') => {
      const license = licenses.find((each) => each.product === product)
      return license ? presentSubscription(license, card, canBillFor(caller.scopes, product), now) : null
    }
    return { livechat: of('livechat'), helpdesk: of('helpdesk') }
  })
}
