import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Value } from '../../../db/compiled.ts'
import { type Lockable, lockRows, preparedLock } from '../../../db/locks.ts'
import { chargeChanges, directCharges, paymentAttempts, recurrentCharges } from '../../../db/schema.ts'
import { preparedFor } from '../../../db/prepared.ts'
import { isStorable } from '../../../db/storable.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { ChargeKind, ChargeRecord, DirectRecord, RecordOf, RecurrentRecord } from './records.ts'

export type NewRecurrent = typeof recurrentCharges.$inferInsert & { kind: 'recurrent_charge' }
export type NewDirect = typeof directCharges.$inferInsert & { kind: 'direct_charge' }

export const asRecurrent = (row: typeof recurrentCharges.$inferSelect): RecurrentRecord => ({ ...row, kind: 'recurrent_charge' })
export const asDirect = (row: typeof directCharges.$inferSelect): DirectRecord => ({ ...row, kind: 'direct_charge' })

const insertRecurrent = preparedFor(recurrentCharges, (database, row) =>
  database.insert(recurrentCharges).values(row).returning(),
)
const insertDirect = preparedFor(directCharges, (database, row) => database.insert(directCharges).values(row).returning())

/** Writes a charge without an audit row. Use writeCharge, which adds it. */
export const insertCharge = async (transaction: Transaction, charge: NewRecurrent | NewDirect): Promise<ChargeRecord> => {
  const [written] =
    charge.kind === 'recurrent_charge'
      ? (await insertRecurrent(transaction, charge)).map(asRecurrent)
      : (await insertDirect(transaction, charge)).map(asDirect)
  if (!written) throw new Error('the charge was not written')
  return written
}

type Selection<Row> = PromiseLike<Row[]> & Lockable<PromiseLike<Row[]>>

const findCharge = async <Kind extends ChargeKind>(
  database: Queryable,
  kind: Kind,
  id: string,
  read: <Row>(selection: Selection<Row>) => PromiseLike<Row[]>,
): Promise<RecordOf<Kind> | null> => {
  if (!isStorable(id)) return null
  const found =
    kind === 'recurrent_charge'
      ? (await read(database.select().from(recurrentCharges).where(eq(recurrentCharges.id, id)))).map(asRecurrent)
      : (await read(database.select().from(directCharges).where(eq(directCharges.id, id)))).map(asDirect)
  return (found[0] ?? null) as RecordOf<Kind> | null
}

/** A charge; null if the id is unknown. Callers must compare the organization before they show it. */
export const readCharge = <Kind extends ChargeKind>(database: Queryable, kind: Kind, id: string) =>
  findCharge(database, kind, id, (selection) => selection)

/** A charge, locked until the transaction ends. Order of locks: the organization, the cart, its items, this charge, installs. */
export const lockCharge = <Kind extends ChargeKind>(transaction: Transaction, kind: Kind, id: string) =>
  findCharge(transaction, kind, id, (selection) => lockRows('charge', selection, 'no key update'))

/** The charges of a cart, from all its purchases. */
export const findChargesOfCart = async (database: Queryable, cartId: string): Promise<ChargeRecord[]> => [
  ...(await database.select().from(recurrentCharges).where(eq(recurrentCharges.cartId, cartId))).map(asRecurrent),
  ...(await database.select().from(directCharges).where(eq(directCharges.cartId, cartId))).map(asDirect),
]

const lockRecurrentOfCart = preparedLock(
  'charge',
  (database, value: Value<'cart'>) =>
    database
      .select()
      .from(recurrentCharges)
      .where(eq(recurrentCharges.cartId, value('cart')))
      .orderBy(recurrentCharges.id),
  'no key update',
)
const lockDirectOfCart = preparedLock(
  'charge',
  (database, value: Value<'cart'>) =>
    database
      .select()
      .from(directCharges)
      .where(eq(directCharges.cartId, value('cart')))
      .orderBy(directCharges.id),
  'no key update',
)

/** The charges of a cart, locked until the transaction ends; only those of `kinds`, if given. */
export const lockChargesOfCart = async (
  transaction: Transaction,
  cartId: string,
  kinds = { recurrent: true, direct: true },
): Promise<ChargeRecord[]> => [
  ...(kinds.recurrent ? await lockRecurrentOfCart(transaction, { cart: cartId }) : []).map(asRecurrent),
  ...(kinds.direct ? await lockDirectOfCart(transaction, { cart: cartId }) : []).map(asDirect),
]

const updateRecurrent = preparedFor(recurrentCharges, (database, changes, value: Value<'id'>) =>
  database
    .update(recurrentCharges)
    .set(changes)
    .where(eq(recurrentCharges.id, value('id'))),
)

/** Changes a locked charge. */
export const changeRecurrent = async (
  transaction: Transaction,
  charge: RecurrentRecord,
  changes: Partial<Omit<RecurrentRecord, 'kind' | 'id'>>,
): Promise<RecurrentRecord> => {
  await updateRecurrent(transaction, changes, { id: charge.id })
  return { ...charge, ...changes }
}

export const changeDirect = async (
  transaction: Transaction,
  charge: DirectRecord,
  changes: Partial<Omit<DirectRecord, 'kind' | 'id'>>,
): Promise<DirectRecord> => {
  await transaction.update(directCharges).set(changes).where(eq(directCharges.id, charge.id))
  return { ...charge, ...changes }
}

/** The states in which an organization pays for a charge, or in which its first payment is under way. */
const UNENDED = ['processed', 'active', 'past_due', 'frozen'] as const

/**
 * The recurrent charges of an application that an organization pays for, including those whose first payment is under way. They are locked
 * in the order of their ids.
 */
export const lockUnendedOf = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  applicationId: string,
): Promise<RecurrentRecord[]> => {
  const charges = transaction
    .select()
    .from(recurrentCharges)
    .where(
      and(
        eq(recurrentCharges.organizationId, organizationId),
        eq(recurrentCharges.applicationId, applicationId),
        inArray(recurrentCharges.state, [...UNENDED]),
      ),
    )
    .orderBy(recurrentCharges.id)
  return (await lockRows('charge', charges, 'no key update')).map(asRecurrent)
}

/** Whether a capture for this charge is under way: of its first payment, its cart, a renewal or a change. */
export const isBeingCaptured = async (transaction: Transaction, { kind, id, cartId }: ChargeRecord): Promise<boolean> => {
  const [found] = await transaction
    .select({ one: sql`1` })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.state, 'capturing'),
        or(
          and(eq(paymentAttempts.subjectKind, kind), eq(paymentAttempts.subjectId, id)),
          and(eq(paymentAttempts.subjectKind, 'renewal'), sql`starts_with(${paymentAttempts.subjectId}, ${`${id}:`})`),
          and(
            eq(paymentAttempts.subjectKind, 'change'),
            inArray(
              paymentAttempts.subjectId,
              transaction.select({ id: chargeChanges.id }).from(chargeChanges).where(eq(chargeChanges.chargeId, id)),
            ),
          ),
          cartId === null ? undefined : and(eq(paymentAttempts.subjectKind, 'cart'), eq(paymentAttempts.subjectId, cartId)),
        ),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Whether an organization pays for another charge of this name from the same client, or has begun to. */
export const hasLiveNamesake = async (
  transaction: Transaction,
  { id, organizationId, sellerClientId, name }: Pick<RecurrentRecord, 'id' | 'organizationId' | 'sellerClientId' | 'name'>,
): Promise<boolean> => {
  const found = await transaction
    .select({ id: recurrentCharges.id })
    .from(recurrentCharges)
    .where(
      and(
        eq(recurrentCharges.organizationId, organizationId),
        eq(recurrentCharges.sellerClientId, sellerClientId),
        eq(recurrentCharges.name, name),
        isNull(recurrentCharges.planId),
        ne(recurrentCharges.id, id),
        inArray(recurrentCharges.state, [...UNENDED]),
      ),
    )
    .limit(1)
  return found.length > 0
}
