import type { Cart, CartProduct } from '@marketplace/contracts/carts/schemas'
import { formatDollars } from '../pricing.ts'

const named = (products: readonly CartProduct[]) => new Map(products.map((product) => [product.id, product]))

const changesOf = (before: CartProduct, after: CartProduct): string[] => {
  const { name, plan, quantity } = after
  if (before.plan.id !== plan.id) return [`${name} is on the plan ${plan.name} now.`]
  return [
    ...(before.quantity !== quantity ? [`${name} is for ${quantity} agents instead of ${before.quantity}.`] : []),
    ...(before.plan.price.unit !== plan.price.unit
      ? [`The price of ${name} has changed from ${formatDollars(before.plan.price.unit)} to ${formatDollars(plan.price.unit)}.`]
      : []),
    ...(before.trialDays !== after.trialDays
      ? [after.trialDays > 0 ? `${name} has a trial of ${after.trialDays} days.` : `${name} has no trial any more.`]
      : []),
    ...(before.problem?.code !== after.problem?.code
      ? [after.problem ? `${name} cannot be bought at the moment. ${after.problem.message}` : `${name} can be bought again.`]
      : []),
  ]
}

/**
 * The differences between two states of a cart, each as a sentence. If only the coupon or the tax has changed a price, the price is not
 * listed.
 */
export const cartChanges = (before: Cart, after: Cart): string[] => {
  const [was, is] = [named(before.products), named(after.products)]
  const [oldTax, newTax] = [before.totals.taxRate, after.totals.taxRate]
  return [
    ...after.products.flatMap((product) => {
      const known = was.get(product.id)
      return known ? changesOf(known, product) : [`${product.name} was added.`]
    }),
    ...before.products.flatMap(({ id, name }) => (is.has(id) ? [] : [`${name} was removed.`])),
    ...(before.coupon && before.coupon.code !== after.coupon?.code ? [`The coupon ${before.coupon.code} was removed.`] : []),
    ...(after.coupon && before.coupon?.code !== after.coupon.code ? [`The coupon ${after.coupon.code} was added.`] : []),
    ...(oldTax !== newTax ? [`The tax is ${newTax} % instead of ${oldTax} %.`] : []),
  ]
}
