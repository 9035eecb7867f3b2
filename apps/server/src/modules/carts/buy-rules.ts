import { BRAND } from '@marketplace/contracts/core/brand'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import { listRuleOf } from '@marketplace/domain/application-list'
import { buyRefusal, type Buyer } from '@marketplace/domain/buying/buy-refusal'
import { sellablePlans } from '@marketplace/domain/buying/offers'
import { type Installable, missingScopes } from '@marketplace/domain/installing'
import { publicationStatus } from '@marketplace/domain/publication-status'
import { nameScopes } from '@marketplace/domain/scopes'
import { isLicenseActive, subscriptionAt } from '@marketplace/domain/subscriptions'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { InstallRules } from '../installs/index.ts'
import type { CartApplication, CartItemRecord, CartLicense, CartRecord, PlanRecord } from './read/records.ts'

/** A person who wants to buy. Their scopes decide what they may buy. */
export type Shopper = Pick<Caller, 'accountId' | 'organizationId' | 'scopes'>

const licenseOf = ({ licenses }: Pick<CartRecord, 'licenses'>, product: Product): CartLicense | null =>
  licenses.find((license) => license.product === product) ?? null

export const isActive = (license: CartLicense | null, at: Date): boolean =>
  license !== null && isLicenseActive(subscriptionAt(license, { has: false, details: null }, at))

/** The quantity of seats for an application: the seats of its product's licence. */
export const seatsFor = (cart: Pick<CartRecord, 'licenses'>, { product }: Pick<CartApplication, 'product'>): number =>
  licenseOf(cart, product)?.seats ?? 1

/** The plans of an application that the cart's organization can buy. */
export const plansFor = (cart: Pick<CartRecord, 'licenses'>, application: CartApplication): PlanRecord[] =>
  sellablePlans(
    application.plans.filter(({ offered }) => offered),
    application,
    seatsFor(cart, application),
  )

const ruleInput = (
  cart: Pick<CartRecord, 'licenses'>,
  application: CartApplication,
  { scopes, organizationId }: Shopper,
  { billingRuleOrganization }: InstallRules,
  at: Date,
): { application: Installable; buyer: Buyer } => {
  const of = (product: Product) => {
    const license = licenseOf(cart, product)
    return license && subscriptionAt(license, { has: false, details: null }, at)
  }
  return {
    application: { ...application, status: publicationStatus(application, at) },
    buyer: {
      scopes,
      owns: application.owns,
      installed: application.installed,
      entitled: application.entitled,
      billingRule: organizationId === billingRuleOrganization,
      subscriptions: { livechat: of('livechat'), helpdesk: of('helpdesk') },
      list: listRuleOf(application.list),
      forSale: plansFor(cart, application).length > 0,
    },
  }
}

/** Why the shopper cannot buy an application, as an error to throw or show; null if they can. */
export const refusalFor = (
  cart: Pick<CartRecord, 'licenses'>,
  application: CartApplication,
  shopper: Shopper,
  rules: InstallRules,
  at: Date,
): ApiError | null => {
  const input = ruleInput(cart, application, shopper, rules, at)
  const code = buyRefusal(input.application, input.buyer)
  return code && refusal(code, application, shopper)
}

/** Why items of a cart cannot be bought at present, by application id. Purchased items are left out. */
export type Refusals = ReadonlyMap<string, ApiError>

export const refusalsOf = (cart: CartRecord, shopper: Shopper, rules: InstallRules, at: Date): Refusals => {
  const refusalOf = ({ application, plan, purchasedAt }: CartItemRecord): ApiError | null => {
    if (purchasedAt || cart.purchasedAt) return null
    return refusalFor(cart, application, shopper, rules, at) ?? (plan.offered ? null : new ApiError('PLAN_RETIRED'))
  }
  return new Map(
    cart.items.flatMap((item) => {
      const refused = refusalOf(item)
      return refused ? [[item.application.id, refused]] : []
    }),
  )
}

/**
 * Why a checkout could deliver nothing; null if it can deliver something. If only active licences are missing, the checkout goes on, and
 * the items get notes that say what to do.
 */
export const nothingDeliverable = ({ items }: Pick<CartRecord, 'items'>, refusals: Refusals): ApiError | null =>
  items.length > refusals.size ? null : ([...refusals.values()].find(({ code }) => code !== 'LICENSE_INACTIVE') ?? null)

/** Why the organization's own list refuses one of the applications in the cart; null if it refuses none. */
export const listRefusal = ({ items }: Pick<CartRecord, 'items'>): ApiError | null => {
  const refused = items.map(({ application }) => listRuleOf(application.list)).find(({ allows }) => !allows)
  return refused ? new ApiError('APPLICATION_NOT_ALLOWED', { reason: refused.reason }) : null
}

const refusal = (code: ErrorCode, application: CartApplication, shopper: Shopper): ApiError => {
  const { message } = ERRORS[code]
  return new ApiError(code, {
    ...(message.includes('{product}') && { product: BRAND.products[application.product] }),
    ...(message.includes('{reason}') && { reason: listRuleOf(application.list).reason }),
    ...(message.includes('{permissions}') && { permissions: nameScopes(missingScopes(application, shopper)) }),
  })
}
