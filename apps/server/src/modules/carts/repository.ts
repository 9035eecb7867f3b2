import { and, asc, desc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { CartQuote } from '@marketplace/domain/buying/cart-quote'
import { ApiError } from '../../core/api-error.ts'
import type { OrganizationId } from '../../core/caller.ts'
import type { Queryable } from '../../db/client.ts'
import { compiled, type Value } from '../../db/compiled.ts'
import { declareLocking, type Locking, lockTogether, preparedLock } from '../../db/locks.ts'
import { applications, cartItems, carts, licenses, plans } from '../../db/schema.ts'
import { isStorable } from '../../db/storable.ts'
import { type Transaction, writeAtEnd } from '../../db/transaction.ts'
import { declareChange, declareInsert, declareWrite } from '../../db/writes.ts'
import { listLocking } from '../application-rules/index.ts'
import { type CartRow, readCart, recordOf, selectEmptyCart } from './read/repository.ts'
import type { CartLicense, CartNote, CartRecord } from './read/records.ts'

const cart = declareLocking<{ id: string }, 'organization' | 'id'>(
  'cart',
  'no key update',
  (value) => sql`select c.id from ${carts} c
    where c.id = ${value('id')} and c.organization_id = ${value('organization')}`,
)

/**
 * A cart of this organization, to be locked until the transaction ends. Throws CART_NOT_FOUND for any other cart. In the order of locks a cart comes
 * after its organization and before charges and installs.
 */
export const cartLocking = (organizationId: OrganizationId, cartId: string): Locking => {
  if (!isStorable(cartId)) throw new ApiError('CART_NOT_FOUND')
  return cart({ organization: organizationId, id: cartId }, () => new ApiError('CART_NOT_FOUND'))
}

/** The parts of a cart that a paid purchase needs. */
export type SoldCart = {
  id: string
  organizationId: OrganizationId
  quote: CartQuote | null
  couponCode: string | null
  /** Whether the organization has an address. */
  located: boolean
}

const lockSold = preparedLock(
  'cart',
  (database, value: Value<'id' | 'organization'>) =>
    database
      .select({
        quote: carts.quote,
        couponCode: carts.couponCode,
        located: sql<boolean>`exists (
          select from billing_profiles b where b.organization_id = ${value('organization')} and b.country is not null)`,
      })
      .from(carts)
      .where(and(eq(carts.id, value('id')), eq(carts.organizationId, value('organization')))),
  'no key update',
)

/** Locks a cart during its payment, when nobody can change it. */
export const lockSoldCart = async (transaction: Transaction, organizationId: OrganizationId, id: string): Promise<SoldCart> => {
  const [locked] = await lockSold(transaction, { id, organization: organizationId })
  if (!locked) throw new ApiError('CART_NOT_FOUND')
  const { couponCode, located, quote } = locked
  return { id, organizationId, couponCode, located, quote: quote as CartQuote | null }
}

/** The same, and reads the cart afterwards. */
export const lockCart = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  cartId: string,
  at: Date,
  also: readonly string[] = [],
): Promise<CartRecord> => {
  await lockTogether(transaction, [cartLocking(organizationId, cartId)])
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

const pricedApplications = declareLocking<{ id: string }, 'cart'>(
  'application',
  'share',
  (
    value,
  ) => sql`select a.id from ${cartItems} i join ${applications} a on a.id = i.application_id join ${plans} p on p.id = i.plan_id
    where i.cart_id = ${value('cart')} order by a.id`,
)
const heldLicenses = declareLocking<{ id: string }, 'organization'>(
  'licence',
  'share',
  (value) => sql`select l.id from ${licenses} l where l.organization_id = ${value('organization')} order by l.id`,
)

/** The organization's licences, to be locked. */
export const licensesLocking = (organizationId: OrganizationId): Locking => heldLicenses({ organization: organizationId })

/**
 * Locks everything on which the price of a locked cart depends: the organization's list, the applications with their plans, and the
 * licences.
 */
export const priceLockings = (organizationId: OrganizationId, id: string): readonly [Locking, Locking, Locking] => [
  listLocking(organizationId),
  pricedApplications({ cart: id }),
  licensesLocking(organizationId),
]

export type NewCart = {
  id: string
  organizationId: OrganizationId
  product: Product
  createdBy: string
  name: string
  createdAt: Date
}

type AddedRow = CartRow & { license: LicenseRow }
type LicenseRow = Pick<CartLicense, 'id' | 'product' | 'seats' | 'plan' | 'active'> &
  Record<'trialEndsAt' | 'subscribedAt' | 'cancelledAt', string | null>

const addCart = compiled<AddedRow, 'id' | 'organization' | 'product' | 'createdBy' | 'name' | 'at'>(
  (value) => sql`
    with held as (
      select l.id, l.product, l.seats, l.plan, l.active, l.trial_ends_at as "trialEndsAt", l.subscribed_at as "subscribedAt",
        l.cancelled_at as "cancelledAt"
      from ${licenses} l where l.organization_id = ${value('organization')} and l.product = ${value('product')}),
    added as (
      insert into ${carts} (id, organization_id, license_id, created_by, name, created_at, updated_at)
      select ${value('id')}, ${value('organization')}, held.id, ${value('createdBy')}, ${value('name')}, ${value('at')}::timestamptz,
        ${value('at')}::timestamptz from held
      on conflict do nothing returning *)
    select to_jsonb(held) as license, cart.* from held left join (${selectEmptyCart(sql`added`, value('at'))}) cart on true`,
)

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/**
 * Adds a cart for the organization's locked licence of a product unless there is an open one, even from a simultaneous request; then
 * `cart` is null. Null without a licence. The caller decides whether this licence may have a cart.
 */
export const insertCart = async (
  transaction: Transaction,
  { id, organizationId, product, createdBy, name, createdAt }: NewCart,
): Promise<{ license: CartLicense; cart: CartRecord | null } | null> => {
  const at = createdAt.toISOString()
  const [row] = await addCart(transaction, { id, organization: organizationId, product, createdBy, name, at })
  if (!row) return null
  const {
    license: { trialEndsAt, subscribedAt, cancelledAt, ...held },
    ...cart
  } = row
  const dates = { trialEndsAt: dateOf(trialEndsAt), subscribedAt: dateOf(subscribedAt), cancelledAt: dateOf(cancelledAt) }
  return { license: { ...held, ...dates }, cart: cart.id === null ? null : recordOf(cart) }
}

/** The columns of a cart that is not checked out. */
export const UNLOCKED = { lockedBy: null, checkedOutUntil: null, quote: null, checksum: null, acceptedUntil: null } as const

type CartChanges = Partial<
  Pick<
    typeof carts.$inferInsert,
    'agents' | 'couponCode' | 'lockedBy' | 'checkedOutUntil' | 'checksum' | 'acceptedUntil' | 'purchasedAt' | 'closedAt'
  > & { quote: CartQuote | null }
>

/** Changes a cart that has not ended, and counts up its revision. Returns its organization. */
const updateCart = async (
  transaction: Transaction,
  id: string,
  changes: CartChanges,
  at: Date,
): Promise<{ organizationId: OrganizationId }> => {
  const [changed] = await changeOf(transaction, id, changes, at).returning({ organizationId: carts.organizationId })
  if (!changed) throw new Error(`cart ${id} does not exist, or was purchased or closed`)
  return changed
}

/** The same for a locked cart that is not read again: it is written at the end of the transaction. */
export const updateCartAtEnd = (transaction: Transaction, id: string, changes: CartChanges, at: Date): Promise<void> =>
  writeAtEnd(transaction, cartChange({ ...changes, updatedAt: at }, { id }), {
    rows: 1,
    of: `cart ${id}, which was purchased or closed`,
  })

const nextRevision = sql`${carts.revision} + 1`
const cartChange = declareChange<typeof carts, 'id'>(
  carts,
  (value) => and(eq(carts.id, value('id')), isNull(carts.purchasedAt), isNull(carts.closedAt)),
  { revision: nextRevision },
)
const newItems = declareInsert(cartItems)

const changeOf = (transaction: Transaction, id: string, changes: CartChanges, at: Date) =>
  transaction
    .update(carts)
    .set({ ...changes, revision: nextRevision, updatedAt: at })
    .where(and(eq(carts.id, id), isNull(carts.purchasedAt), isNull(carts.closedAt)))

/** The same for a cart whose checkout has ended. */
export const unlockCart = (transaction: Transaction, id: string, changes: CartChanges, at: Date) =>
  updateCart(transaction, id, { ...UNLOCKED, ...changes }, at)

/** Puts applications into a cart without a checkout, or changes their plans. */
export const upsertItems = async (
  transaction: Transaction,
  cartId: string,
  items: readonly { applicationId: string; planId: string }[],
  { addedBy, at }: { addedBy: string; at: Date },
): Promise<void> => {
  const opened = transaction.$with('opened').as(changeOf(transaction, cartId, UNLOCKED, at).returning({ id: carts.id }))
  const [changed] = await transaction
    .with(opened)
    .insert(cartItems)
    .values(items.map((item) => ({ ...item, cartId, addedBy, addedAt: at })))
    .onConflictDoUpdate({ target: [cartItems.cartId, cartItems.applicationId], set: { planId: sql`excluded.plan_id` } })
    .returning({ opened: sql<string | null>`(select id from opened)` })
  if (typeof changed?.opened !== 'string') throw new Error(`cart ${cartId} does not exist, or was purchased or closed`)
}

/** Puts one application into a locked, open cart that does not have it, before the transaction ends. Its revision is then the next one. */
export const addItemAtEnd = async (
  transaction: Transaction,
  cartId: string,
  item: { applicationId: string; planId: string },
  { addedBy, at }: { addedBy: string; at: Date },
): Promise<void> => {
  await updateCartAtEnd(transaction, cartId, {}, at)
  await writeAtEnd(transaction, newItems([{ ...item, cartId, addedBy, addedAt: at }]))
}

export const deleteItem = async (transaction: Transaction, cartId: string, applicationId: string): Promise<void> => {
  await transaction.delete(cartItems).where(and(eq(cartItems.cartId, cartId), eq(cartItems.applicationId, applicationId)))
}

/** Sets the note of all items in a cart that was not purchased; null removes it. */
export const noteItems = async (transaction: Transaction, cartId: string, note: CartNote | null): Promise<void> => {
  await transaction.update(cartItems).set({ note }).where(eq(cartItems.cartId, cartId))
}

/** The result of an application in a cart: a charge, or a note why there is none. */
export type ItemOutcome = { applicationId: string } & (
  | { purchased: true; chargeId: string }
  | { purchased: false; note: CartNote }
)

const outcomesOf = declareWrite<'at' | 'applications' | 'charges' | 'notes' | 'cart' | 'length'>(
  (value) => sql`
    update cart_items i set
      purchased_at = case when o.charge_id is null then null else ${value('at')}::timestamptz end,
      charge_id = o.charge_id, note = o.note
    from unnest(${value('applications')}::text[], ${value('charges')}::text[], ${value('notes')}::text[]) o (application_id, charge_id, note)
    where i.cart_id = ${value('cart')} and i.application_id = o.application_id
      and ${value('length')} = (select count(*) from cart_items every where every.cart_id = ${value('cart')})`,
)

/** Writes the result of each item at the end of the transaction. Throws unless each item of the cart has exactly one result. */
export const writeOutcomes = async (
  transaction: Transaction,
  cartId: string,
  outcomes: readonly ItemOutcome[],
  at: Date,
): Promise<void> => {
  const written = outcomesOf({
    at: at.toISOString(),
    applications: outcomes.map(({ applicationId }) => applicationId),
    charges: outcomes.map((outcome) => (outcome.purchased ? outcome.chargeId : null)),
    notes: outcomes.map((outcome) => (outcome.purchased ? null : outcome.note)),
    cart: cartId,
    length: outcomes.length,
  })
  await writeAtEnd(transaction, written, {
    rows: outcomes.length,
    of: `the items of cart ${cartId}, which gets ${outcomes.length} outcomes`,
  })
}

/** Carts whose checkout has expired, oldest first. A cart whose payment is under way stays locked. */
export const findExpiredLocks = async (
  database: Queryable,
  at: Date,
  limit: number,
): Promise<{ id: string; organizationId: OrganizationId }[]> => {
  const paying = sql`exists (
    select from payment_attempts p where p.subject_kind = 'cart' and p.subject_id = ${carts.id} and p.ended_at is null)`
  return database
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
}
