import type { FastifyInstance } from 'fastify'
import {
  changeBillingAddress,
  getBillingAccount,
  previewPrice,
  saveCard as saveCardEndpoint,
} from '@marketplace/contracts/billing/endpoints'
import { listSubscriptions } from '@marketplace/contracts/organizations/endpoints'
import { percentOf, taxOf } from '@marketplace/domain/buying/tax'
import { canBillFor, hasPermission } from '@marketplace/domain/permissions'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { findLicenses } from '../organizations/index.ts'
import type { PaymentsInBrowser } from '../../ports/payments.ts'
import { readCard } from './cards/repository.ts'
import { saveCard, type SaveCardDependencies } from './cards/save-card.ts'
import { changeAddress, presentAddress } from './profiles/change-address.ts'
import { registerInvoiceRoutes } from './invoices/routes.ts'
import { registerPayoutRoutes } from './payouts/routes.ts'
import { registerRefundRoutes } from './refunds/routes.ts'
import { presentCard, presentSubscription } from './cards/present.ts'
import { readBillingProfile } from './profiles/repository.ts'
import { buyerPlaceOf, taxFor } from './tax/tax-for.ts'

/** Endpoints about an organization's payments: prices with tax, subscriptions and cards. */
export const registerBillingRoutes = (
  app: FastifyInstance,
  dependencies: SaveCardDependencies & { inBrowser: PaymentsInBrowser },
): void => {
  const { database, clock, inBrowser } = dependencies
  registerInvoiceRoutes(app, { database })
  registerPayoutRoutes(app, dependencies)
  registerRefundRoutes(app, dependencies)

  registerEndpoint(app, previewPrice, async ({ caller, query: { price, country, zip }, reply }) => {
    const place = await buyerPlaceOf(database, caller.organizationId, { country, zip })
    const { rate } = await taxFor(database, place, clock.now())
    const tax = taxOf(price, rate)
    reply.header('cache-control', 'private, max-age=300')
    return { total_price: price + tax, tax_value: tax, tax_rate: percentOf(rate) }
  })

  registerEndpoint(app, saveCardEndpoint, ({ caller, params: { product }, body }) =>
    saveCard(dependencies, caller, product, body),
  )

  registerEndpoint(app, getBillingAccount, async ({ caller }) => {
    const card = await readCard(database, caller.organizationId)
    const profile = await readBillingProfile(database, caller.organizationId)
    const maySeeCard = hasPermission(caller.scopes, 'manageBilling')
    return {
      provider: { script: inBrowser.script, publishable_key: inBrowser.publishableKey ?? '' },
      card: card && maySeeCard ? presentCard(card, clock.now()) : null,
      has_card: card !== null,
      address: presentAddress(profile),
    }
  })

  registerEndpoint(app, changeBillingAddress, ({ caller, body }) => changeAddress(dependencies, caller, body))

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
