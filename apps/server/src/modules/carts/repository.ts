import { and, asc, desc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { CartQuote } from '@marketplace/domain/buying/cart-quote'
import { ApiError } from '../../core/api-error.ts'
import type { OrganizationId } from '../../core/caller.ts'
import type { Queryable } from '../../db/client.ts'
import { lockRows } from '../../db/locks.ts'
import { applications, cartItems, carts, licenses, plans } from '../../db/schema.ts'
import { isStorable } from '../../db/storable.ts'
import type { Transaction } from '../../db/transaction.ts'
import { holdList } from '../application-rules/index.ts'
import { readCart } from './read/repository.ts'
import type { CartLicense, CartNote, CartRecord } from './read/records.ts'

/**
 * Locks a cart of this organization until the transaction ends. Throws CART_NOT_FOUND for any other cart. In the order of locks a cart comes
 * after its organization and before charges and installs.
 */
export const lockCartRow = async (transaction: Transaction, organizationId: OrganizationId, cartId: string): Promise<void> => {
  if (!isStorable(cartId)) throw new ApiError('CART_NOT_FOUND')
  const cart = transaction
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.id, cartId), eq(carts.organizationId, organizationId)))
  const [locked] = await lockRows('cart', cart, 'no key update')
  if (!locked) throw new ApiError('CART_NOT_FOUND')
}

/** The same, and reads the cart as it is then. */
export const lockCart = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  cartId: string,
  at: Date,
  also: readonly string[] = [],
): Promise<CartRecord> => {
  await lockCartRow(transaction, organizationId, cartId)
  return readLocked(transaction, organizationId, cartId, at, also)
}

/** Reads a cart that the transaction has locked. */
export const readLocked = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  cartId: string,
  at: Date,
  also: readonly string[] = [],
): Promise<CartRecord> => {
  const found = await readCart(transaction, organizationId, { id: cartId }, at, also)
  if (!found) throw new ApiError('CART_NOT_FOUND')
  return found
}

/**
 * Holds what a purchase of a locked cart depends on until the transaction ends: the organization's list, the applications in it with their
 * plans, and the licences. Returns the cart as it is now that nobody can change its prices.
 */
export const holdPrices = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  id: string,
  at: Date,
): Promise<CartRecord> => {
  const priced = transaction
    .select({ id: applications.id })
    .from(cartItems)
    .innerJoin(applications, eq(applications.id, cartItems.applicationId))
    .innerJoin(plans, eq(plans.id, cartItems.planId))
    .where(eq(cartItems.cartId, id))
  await holdList(transaction, organizationId)
  await lockRows('application', priced.orderBy(asc(applications.id)), 'share')
  const held = transaction.select({ id: licenses.id }).from(licenses).where(eq(licenses.organizationId, organizationId))
  await lockRows('licence', held.orderBy(asc(licenses.id)), 'share')
  return readLocked(transaction, organizationId, id, at)
}

export type NewCart = {
  id: string
  organizationId: OrganizationId
  licenseId: number
  createdBy: string
  name: string
  createdAt: Date
}

/** Returns false if the licence has an open cart already, even one of a simultaneous request. */
export const insertCart = async (database: Queryable, cart: NewCart): Promise<boolean> => {
  const inserted = await database
    .insert(carts)
    .values({ ...cart, updatedAt: cart.createdAt })
    .onConflictDoNothing()
    .returning({ id: carts.id })
  return inserted.length > 0
}

/** The organization's licence of a product; it is held until the transaction ends. */
export const holdLicense = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  product: Product,
): Promise<CartLicense | null> => {
  const license = transaction
    .select({
      id: licenses.id,
      product: licenses.product,
      seats: licenses.seats,
      plan: licenses.plan,
      active: licenses.active,
      trialEndsAt: licenses.trialEndsAt,
      subscribedAt: licenses.subscribedAt,
      cancelledAt: licenses.cancelledAt,
    })
    .from(licenses)
    .where(and(eq(licenses.organizationId, organizationId), eq(licenses.product, product)))
  const [found] = await lockRows('licence', license, 'share')
  return found ?? null
}

/** Columns of a cart that nobody has checked out. */
export const UNLOCKED = { lockedBy: null, checkedOutUntil: null, quote: null, checksum: null, acceptedUntil: null } as const

type CartChanges = Partial<
  Pick<
    typeof carts.$inferInsert,
    'agents' | 'couponCode' | 'lockedBy' | 'checkedOutUntil' | 'checksum' | 'acceptedUntil' | 'purchasedAt' | 'closedAt'
  > & { quote: CartQuote | null }
>

/** Changes a cart that has not ended, and counts its revision up. Returns whose it is, and the revision. */
export const updateCart = async (
  transaction: Transaction,
  id: string,
  changes: CartChanges,
  at: Date,
): Promise<{ organizationId: string; revision: number }> => {
  const [changed] = await transaction
    .update(carts)
    .set({ ...changes, revision: sql`${carts.revision} + 1`, updatedAt: at })
    .where(and(eq(carts.id, id), isNull(carts.purchasedAt), isNull(carts.closedAt)))
    .returning({ organizationId: carts.organizationId, revision: carts.revision })
  if (!changed) throw new Error(`cart ${id} does not exist, or was purchased or closed`)
  return changed
}

/** The same for a cart that nobody checks out any more. */
export const unlockCart = (transaction: Transaction, id: string, changes: CartChanges, at: Date) =>
  updateCart(transaction, id, { ...UNLOCKED, ...changes }, at)

/** Puts applications into a cart, or changes their plans. */
export const upsertItems = async (
  transaction: Transaction,
  cartId: string,
  items: readonly { applicationId: string; planId: string }[],
  { addedBy, at }: { addedBy: string; at: Date },
): Promise<void> => {
  await transaction
    .insert(cartItems)
    .values(items.map((item) => ({ ...item, cartId, addedBy, addedAt: at })))
    .onConflictDoUpdate({ target: [cartItems.cartId, cartItems.applicationId], set: { planId: sql`excluded.plan_id` } })
}

export const deleteItem = async (transaction: Transaction, cartId: string, applicationId: string): Promise<void> => {
  await transaction.delete(cartItems).where(and(eq(cartItems.cartId, cartId), eq(cartItems.applicationId, applicationId)))
}

/** Notes why nothing in a cart was purchased; null takes the notes back. */
export const noteItems = async (transaction: Transaction, cartId: string, note: CartNote | null): Promise<void> => {
  await transaction.update(cartItems).set({ note }).where(eq(cartItems.cartId, cartId))
}

/** What became of an application in a cart: a charge, or a note why there is none. */
export type ItemOutcome = { applicationId: string } & (
  | { purchased: true; chargeId: string }
  | { purchased: false; note: CartNote }
)

/** Writes what became of each item. Throws unless every item of the cart gets exactly one outcome. */
export const writeOutcomes = async (
  transaction: Transaction,
  cartId: string,
  outcomes: readonly ItemOutcome[],
  at: Date,
): Promise<void> => {
  const column = (of: (outcome: ItemOutcome) => string | null) => sql.param(outcomes.map(of))
  const { rows } = await transaction.execute<{ written: number; items: number }>(sql`
    with written as (
      update cart_items i set
        purchased_at = case when o.charge_id is null then null else ${at.toISOString()}::timestamptz end,
        charge_id = o.charge_id, note = o.note
      from unnest(
        ${column(({ applicationId }) => applicationId)}::text[],
        ${column((outcome) => (outcome.purchased ? outcome.chargeId : null))}::text[],
        ${column((outcome) => (outcome.purchased ? null : outcome.note))}::text[]) o (application_id, charge_id, note)
      where i.cart_id = ${cartId} and i.application_id = o.application_id
      returning i.application_id)
    select (select count(*)::int from written) as written,
      (select count(*)::int from cart_items i where i.cart_id = ${cartId}) as items`)
  const [counts] = rows
  if (counts?.written !== outcomes.length || counts.items !== outcomes.length)
    throw new Error(`cart ${cartId} has ${counts?.items} items and ${outcomes.length} outcomes`)
}

/** Some of the carts whose checkout is over, oldest first. One with a payment on its way stays locked. */
export const findExpiredLocks = async (
  database: Queryable,
  at: Date,
  limit: number,
): Promise<{ id: string; organizationId: OrganizationId }[]> => {
  const paying = sql`exists (
    select from payment_attempts p where p.subject_kind = 'cart' and p.subject_id = ${carts.id} and p.ended_at is null)`
  const found = await database
    .select({ id: carts.id, organizationId: carts.organizationId })
    .from(carts)
    .where(
      and(
        isNotNull(carts.checkedOutUntil),
        lte(carts.checkedOutUntil, at),
        isNull(carts.purchasedAt),
        isNull(carts.closedAt),
        sql`not ${paying}`,
      ),
    )
    .orderBy(asc(carts.checkedOutUntil), desc(carts.id))
    .limit(limit)
  return found.map(({ id, organizationId }) => ({ id, organizationId: organizationId as OrganizationId }))
}
