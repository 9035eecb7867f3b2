import { buyRefusal } from '@marketplace/domain/buying/buy-refusal'
import { sellablePlans } from '@marketplace/domain/buying/offers'
import type { AssertMayBuy } from '../charges/index.ts'
import { findApplication } from '../catalogue/index.ts'
import { findLicenses } from '../organizations/index.ts'
import { type InstallRules, refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { lockInstallable } from './repository.ts'

/**
 * Reads the plans of an application that an organization can buy. An installed application can be bought, but not one that the organization
 * already has a right to.
 */
export const purchaseGate =
  (rules: InstallRules): AssertMayBuy =>
  async (transaction, caller, applicationId, at) => {
    const { organizationId } = caller
    await lockInstallable(transaction, organizationId, [applicationId])
    const visible = await readVisible({ database: transaction, rules }, caller, applicationId, at)
    const { installState, application, installer } = visible
    const found = await findApplication(transaction, applicationId)
    const license = (await findLicenses(transaction, organizationId)).find(({ product }) => product === application.product)
    const plans = found && license ? sellablePlans(found.plans, found, license.seats) : []
    const buyer = { ...installer, entitled: installState.purchase !== null, forSale: plans.length > 0 }
    const refused = buyRefusal(application, buyer)
    if (refused) throw refusal(refused, visible)
    if (!found || !license) throw new Error(`application ${applicationId} can be bought, and has no plans or no licence`)
    return { application: found, plans, license }
  }
