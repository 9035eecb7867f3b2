import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { CouponValue } from '@marketplace/domain/buying/quote'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { compiled } from '../../../db/compiled.ts'
import { listStateOf } from '../../../db/list-state.ts'
import { cartItems, carts, licenses } from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'
import type { CartApplication, CartItemRecord, CartLicense, CartRecord, PlanRecord } from './records.ts'
import { sqlActiveMember } from '../../organizations/index.ts'

/** JSON contains dates as text. */
type Dated<T> = { [Key in keyof T]: Date extends T[Key] ? string | (null extends T[Key] ? null : never) : T[Key] }

type ApplicationRow = Dated<CartApplication>
type ItemRow = Dated<Pick<CartItemRecord, 'addedAt' | 'purchasedAt' | 'note' | 'chargeId'>> & {
  application: ApplicationRow
  planId: string | null
  plans: PlanRecord[]
}
type CouponRow = {
  code: string
  percent: number | null
  amountCents: number | null
  expired: boolean
  usedUp: boolean
}
export type CartRow = Dated<Omit<CartRecord, 'items' | 'others' | 'licenses' | 'coupon' | 'place' | 'tax'>> & {
  items: ItemRow[]
  licenses: Dated<CartLicense>[]
  coupon: CouponRow | null
  place: (CartRecord['place'] & Pick<CartRecord, 'tax'>) | null
}

/** The number of requested applications that are not in the cart. */
type MissingCount = 'none' | 'one' | 'several'
const missingCountOf = ({ length }: readonly string[]): MissingCount => (length === 0 ? 'none' : length === 1 ? 'one' : 'several')

/**
 * SQL rows for requested applications that are not in the cart. With none or one, the SQL itself shows PostgreSQL their number. Otherwise
 * it would plan the whole statement again each time.
 */
const askedFor = (missing: MissingCount, ids: SQL): SQL => {
  if (missing === 'none') return sql``
  const asked = missing === 'one' ? sql`(select ${ids}::text)` : sql`unnest(${ids}::text[])`
  return sql`union all
    select asked.id, null, null, null, null, null from ${asked} asked (id)
    where not exists (select from cart_items i where i.cart_id = c.id and i.application_id = asked.id)`
}

/** The applications in the cart, and those with the ids `also`, each with its state in the cart's organization. */
const itemsOf = (others: SQL, at: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object(
    'planId', w.plan_id, 'addedAt', w.added_at, 'purchasedAt', w.purchased_at, 'note', w.note, 'chargeId', w.charge_id,
    'plans', (
      select coalesce(json_agg(json_build_object(
        'id', p.id, 'name', p.name, 'billingCycle', p.billing_cycle, 'pricingType', p.pricing_type,
        'priceCents', p.price_cents, 'trialDays', p.trial_days, 'offered', p.retired_at is null) order by p.position, p.id), '[]')
      from plans p where p.application_id = a.id and (p.retired_at is null or p.id = w.plan_id)),
    'application', json_build_object(
      'id', a.id, 'slug', a.slug, 'name', a.name, 'product', a.product, 'iconId', a.icon_id, 'developerId', a.developer_id, 'private', a.private,
      'underMaintenance', a.under_maintenance, 'installable', a.installable, 'payment', a.payment,
      'authorization', a."authorization", 'customProps', a.custom_props, 'submittedAt', a.submitted_at,
      'acceptedAt', a.accepted_at, 'publishedAt', a.published_at,
      'owns', coalesce(d.organization_id = c.organization_id, false),
      'installed', exists (
        select from installations n
        where n.organization_id = c.organization_id and n.application_id = a.id and n.uninstalled_at is null),
      'entitled', exists (
        select from entitlements e
        where e.organization_id = c.organization_id and e.application_id = a.id
          and e.ended_at is null and (e.ends_at is null or e.ends_at > ${at})),
      'hadTrial', exists (
        select from trials t where t.organization_id = c.organization_id and t.application_id = a.id),
      'list', ${listStateOf(sql`c.organization_id`, sql`a.id`)})
    ) order by w.added_at, a.id), '[]')
  from (
    select i.application_id, i.plan_id, i.purchased_at, i.note, i.charge_id, i.added_at from cart_items i where i.cart_id = c.id
    ${others}
  ) w
  join applications a on a.id = w.application_id
  left join developers d on d.id = a.developer_id)`

/** Everything about one of the carts `from`, in one statement, so that it is consistent. The cart is `c`, and its licence `l`. */
const selectCart = (from: SQL, which: SQL, items: SQL, at: SQL): SQL => sql`
  select
    c.id, c.organization_id as "organizationId", c.name, c.license_id as "licenseId", l.product, c.locked_by as "lockedBy",
    c.checked_out_until as "checkedOutUntil", c.quote, c.checksum, c.accepted_until as "acceptedUntil",
    c.purchased_at as "purchasedAt", c.closed_at as "closedAt", c.created_at as "createdAt", c.revision,
    exists (
      select from payment_attempts p
      where p.subject_kind = 'cart' and p.subject_id = c.id and p.ended_at is null) as paying,
    ${items} as items,
    (select coalesce(json_agg(json_build_object(
        'id', h.id, 'product', h.product, 'seats', h.seats, 'plan', h.plan, 'active', h.active,
        'trialEndsAt', h.trial_ends_at, 'subscribedAt', h.subscribed_at, 'cancelledAt', h.cancelled_at) order by h.id), '[]')
      from licenses h where h.organization_id = c.organization_id) as licenses,
    (select json_build_object(
        'code', k.code, 'percent', k.percent, 'amountCents', k.amount_cents,
        'expired', k.valid_from > ${at} or coalesce(k.valid_until <= ${at}, false),
        'usedUp', k.max_redemptions is not null and k.max_redemptions <= (
          select count(*) from coupon_redemptions r where r.code = k.code and r.released_at is null))
      from coupons k where k.code = c.coupon_code) as coupon,
    (select json_build_object('country', b.country, 'zip', b.zip, 'vatId', b.vat_id, 'tax', json_build_object('state', b.state, 'found', (
        select json_build_object('rate', x.rate, 'name', x.name) from tax_rates x
        where x.country = b.country and x.state in ('', coalesce(b.state, '')) and x.valid_from <= ${at}
        order by x.state <> '' desc, x.valid_from desc limit 1)))
      from billing_profiles b where b.organization_id = c.organization_id) as place,
    (select json_build_object('brand', q.brand, 'firstSix', q.first_six, 'lastFour', q.last_four)
      from cards q where q.organization_id = c.organization_id) as card,
    (select coalesce(json_agg(json_build_object('product', m.product, 'agent', m.account_id) order by m.product, m.account_id), '[]')
      from (
        select * from memberships m
        where m.organization_id = c.organization_id and ${sqlActiveMember('m')} and (c.agents is null or m.account_id = any (c.agents)) and (m.product = l.product or m.product in (
          select a.product from cart_items i join applications a on a.id = i.application_id where i.cart_id = c.id))
        order by m.product, m.account_id limit case when c.agents is null then ${sql.raw(String(MOST_AGENTS))} end) m) as agents,
    c.agents is not null as "agentsChosen",
    (select count(*)::int from tax_rates x where x.valid_from <= ${at}) as "taxRates"
  from ${from} c join licenses l on l.id = c.license_id
  where ${which}
  order by c.created_at desc, c.id desc limit 1`

/** The most agents that a cart lists if everybody will use it. Chosen agents are all listed, because the purchase gives it to them. */
const MOST_AGENTS = 1_000

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const applicationOf = (
  { submittedAt, acceptedAt, publishedAt, ...row }: ApplicationRow,
  plans: PlanRecord[],
): CartApplication => ({
  ...row,
  submittedAt: dateOf(submittedAt),
  acceptedAt: dateOf(acceptedAt),
  publishedAt: dateOf(publishedAt),
  plans,
})

const licenseOf = ({ trialEndsAt, subscribedAt, cancelledAt, ...row }: Dated<CartLicense>): CartLicense => ({
  ...row,
  trialEndsAt: dateOf(trialEndsAt),
  subscribedAt: dateOf(subscribedAt),
  cancelledAt: dateOf(cancelledAt),
})

const valueOf = ({ percent, amountCents }: CouponRow): CouponValue =>
  percent === null ? { kind: 'amount', cents: amountCents ?? 0 } : { kind: 'percent', percent }

const couponOf = (row: CouponRow): CartRecord['coupon'] => ({
  code: row.code,
  value: valueOf(row),
  refusal: row.expired ? 'COUPON_EXPIRED' : row.usedUp ? 'COUPON_USED_UP' : null,
})

export const recordOf = ({ items, licenses: held, coupon, place, ...row }: CartRow): CartRecord => ({
  ...row,
  checkedOutUntil: dateOf(row.checkedOutUntil),
  acceptedUntil: dateOf(row.acceptedUntil),
  purchasedAt: dateOf(row.purchasedAt),
  closedAt: dateOf(row.closedAt),
  createdAt: new Date(row.createdAt),
  items: items.flatMap(({ application, plans, planId, addedAt, purchasedAt, note, chargeId }) => {
    const plan = plans.find(({ id }) => id === planId)
    return plan
      ? [
          {
            application: applicationOf(application, plans),
            plan,
            addedAt: new Date(addedAt),
            purchasedAt: dateOf(purchasedAt),
            note,
            chargeId,
          },
        ]
      : []
  }),
  others: items.flatMap(({ application, plans, planId }) => (planId === null ? [applicationOf(application, plans)] : [])),
  licenses: held.map(licenseOf),
  coupon: coupon && couponOf(coupon),
  place: { country: place?.country ?? null, zip: place?.zip ?? null, vatId: place?.vatId ?? null },
  tax: place?.tax ?? { state: null, found: null },
})

/** Selects a cart by its id, or the newest one of a product's licence that is neither purchased nor closed. */
export type WhichCart = { id: string } | { product: Product }

type Named = 'organization' | 'which' | 'ids' | 'at'
const readingCart = (by: 'id' | 'product', missing: MissingCount) =>
  compiled<CartRow, Named>((value) => {
    const which =
      by === 'id'
        ? sql`c.id = ${value('which')} and c.organization_id = ${value('organization')}`
        : sql`c.organization_id = ${value('organization')} and l.product = ${value('which')} and c.purchased_at is null and c.closed_at is null`
    return selectCart(sql`carts`, which, itemsOf(askedFor(missing, value('ids')), value('at')), value('at'))
  })

/** Everything about the cart that is the only row of `from`, and has just been created. Without items it takes half the time. */
export const selectEmptyCart = (from: SQL, at: SQL): SQL => selectCart(from, sql`true`, sql`'[]'::json`, at)
const readingAll = (by: 'id' | 'product') => ({
  none: readingCart(by, 'none'),
  one: readingCart(by, 'one'),
  several: readingCart(by, 'several'),
})
const READING = { id: readingAll('id'), product: readingAll('product') }

/** Reads a cart of this organization. Null if there is none. */
export const readCart = async (
  database: Queryable,
  organizationId: OrganizationId,
  which: WhichCart,
  at: Date,
  also: readonly string[] = [],
): Promise<CartRecord | null> => {
  if ('id' in which && !isStorable(which.id)) return null
  const wanted = also.filter(isStorable)
  const read = READING['id' in which ? 'id' : 'product'][missingCountOf(wanted)]
  const [row] = await read(database, {
    organization: organizationId,
    which: 'id' in which ? which.id : which.product,
    ids: wanted.length === 1 ? wanted[0] : wanted,
    at: at.toISOString(),
  })
  return row ? recordOf(row) : null
}

/** The applications in a product's current cart. Every page asks for them. */
export const findContents = async (database: Queryable, organizationId: OrganizationId, product: Product): Promise<string[]> => {
  const found = await database
    .select({ id: cartItems.applicationId })
    .from(carts)
    .innerJoin(licenses, eq(licenses.id, carts.licenseId))
    .innerJoin(cartItems, eq(cartItems.cartId, carts.id))
    .where(
      and(
        eq(carts.organizationId, organizationId),
        eq(licenses.product, product),
        isNull(carts.purchasedAt),
        isNull(carts.closedAt),
      ),
    )
    .orderBy(asc(cartItems.addedAt), asc(cartItems.applicationId))
  return found.map(({ id }) => id)
}
