import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Inquiry } from '@marketplace/contracts/partners/staff-schemas'
import { newId } from '../../../core/ids.ts'
import type { Database, Queryable } from '../../../db/client.ts'
import { lockFreeRows, lockRows } from '../../../db/locks.ts'
import {
  expertComments,
  expertInquiries,
  expertInquiryRecipients,
  experts,
  expertVisits,
  mails,
  prospects,
  prospectVisits,
  prospectWaiting,
} from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'
import type { Transaction } from '../../../db/transaction.ts'

/** The addresses of these experts, locked until the transaction ends. */
export const holdExperts = (transaction: Transaction, ids: readonly string[]) =>
  lockRows(
    'expert',
    transaction
      .select({ id: experts.id, slug: experts.slug, name: experts.name, email: experts.email })
      .from(experts)
      .where(inArray(experts.id, [...ids]))
      .orderBy(asc(experts.id)),
    'share',
  )

/** A prospect, locked until the transaction ends, so that it is neither changed nor deleted. */
export const holdProspect = async (transaction: Transaction, id: string): Promise<{ claimedAt: Date | null } | null> => {
  const found = transaction.select({ claimedAt: prospects.claimedAt }).from(prospects).where(eq(prospects.id, id))
  const [prospect] = await lockRows('prospect', found, 'share')
  return prospect ?? null
}

export const insertInquiry = async (
  transaction: Transaction,
  inquiry: Omit<typeof expertInquiries.$inferInsert, 'id'>,
  recipients: readonly { expertId: string; mailId: string | null }[],
): Promise<void> => {
  const inquiryId = newId()
  await transaction.insert(expertInquiries).values({ id: inquiryId, ...inquiry })
  await transaction.insert(expertInquiryRecipients).values(recipients.map((each) => ({ inquiryId, ...each })))
}

type Page = { limit: number; offset: number }

/** Messages of visitors, the newest first, with the state of each mail. */
export const findInquiries = (database: Queryable, { limit, offset }: Page) =>
  database
    .select({
      id: expertInquiries.id,
      campaignSlug: expertInquiries.campaignSlug,
      name: expertInquiries.name,
      surname: expertInquiries.surname,
      email: expertInquiries.email,
      website: expertInquiries.website,
      message: expertInquiries.message,
      createdAt: expertInquiries.createdAt,
      recipients: sql<Inquiry['recipients']>`(
        select coalesce(json_agg(json_build_object('expert_id', e.id, 'expert_name', e.name, 'state',
          case when m.id is null then 'unknown' when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed'
            else 'waiting' end) order by e.id), '[]')
        from ${expertInquiryRecipients} r join ${experts} e on e.id = r.expert_id left join ${mails} m on m.id = r.mail_id
        where r.inquiry_id = expert_inquiries.id)`,
    })
    .from(expertInquiries)
    .orderBy(desc(expertInquiries.createdAt), desc(expertInquiries.id))
    .limit(limit)
    .offset(offset)

/** Deletes up to `limit` inquiries. Returns their number, and the ids of their mails. */
export const deleteInquiriesBefore = async (
  transaction: Transaction,
  before: Date,
  limit: number,
): Promise<{ count: number; mailIds: string[] }> => {
  const old = transaction
    .select({ id: expertInquiries.id })
    .from(expertInquiries)
    .where(lt(expertInquiries.createdAt, before))
    .limit(limit)
  const ids = (await old).map(({ id }) => id)
  if (ids.length === 0) return { count: 0, mailIds: [] }
  const recipients = await transaction
    .delete(expertInquiryRecipients)
    .where(inArray(expertInquiryRecipients.inquiryId, ids))
    .returning({ mailId: expertInquiryRecipients.mailId })
  await transaction.delete(expertInquiries).where(inArray(expertInquiries.id, ids))
  return { count: ids.length, mailIds: recipients.flatMap(({ mailId }) => mailId ?? []) }
}

export type NewComment = {
  expertId: string
  name: string
  email: string
  website: string | null
  comment: string
  createdAt: Date
}

/** Returns false if this address has already commented on the expert, even at the same moment. */
export const insertComment = async (transaction: Transaction, comment: NewComment): Promise<boolean> => {
  const inserted = await transaction
    .insert(expertComments)
    .values({ id: newId(), ...comment })
    .onConflictDoNothing()
    .returning({ id: expertComments.id })
  return inserted.length > 0
}

const heldColumns = {
  id: expertComments.id,
  expertId: expertComments.expertId,
  expertName: experts.name,
  name: expertComments.name,
  email: expertComments.email,
  website: expertComments.website,
  comment: expertComments.comment,
  createdAt: expertComments.createdAt,
  verifiedAt: expertComments.verifiedAt,
  rejectedAt: expertComments.rejectedAt,
}

export type HeldCommentRecord = NewComment & { id: string; expertName: string; verifiedAt: Date | null; rejectedAt: Date | null }

const IN_STATE: Readonly<Record<'waiting' | 'verified' | 'rejected', SQL | undefined>> = {
  waiting: and(isNull(expertComments.verifiedAt), isNull(expertComments.rejectedAt)),
  verified: isNotNull(expertComments.verifiedAt),
  rejected: isNotNull(expertComments.rejectedAt),
}

/** Comments in one state, the oldest first. */
export const findComments = (
  database: Queryable,
  state: keyof typeof IN_STATE,
  { limit, offset }: Page,
): Promise<HeldCommentRecord[]> =>
  database
    .select(heldColumns)
    .from(expertComments)
    .innerJoin(experts, eq(experts.id, expertComments.expertId))
    .where(IN_STATE[state])
    .orderBy(asc(expertComments.createdAt), asc(expertComments.id))
    .limit(limit)
    .offset(offset)

export const findComment = async (database: Queryable, id: string): Promise<HeldCommentRecord | null> => {
  if (!isStorable(id)) return null
  const [comment] = await database
    .select(heldColumns)
    .from(expertComments)
    .innerJoin(experts, eq(experts.id, expertComments.expertId))
    .where(eq(expertComments.id, id))
  return comment ?? null
}

/** Returns false if the comment has this state already, or does not exist. */
export const markComment = async (
  transaction: Transaction,
  id: string,
  decision: 'verified' | 'rejected',
  now: Date,
): Promise<boolean> => {
  if (!isStorable(id)) return false
  const column = decision === 'verified' ? expertComments.verifiedAt : expertComments.rejectedAt
  const changed = await transaction
    .update(expertComments)
    .set(decision === 'verified' ? { verifiedAt: now, rejectedAt: null } : { verifiedAt: null, rejectedAt: now })
    .where(and(eq(expertComments.id, id), isNull(column)))
    .returning({ id: expertComments.id })
  return changed.length > 0
}

export const deleteRejectedBefore = async (database: Database, before: Date): Promise<void> => {
  await database.delete(expertComments).where(lt(expertComments.rejectedAt, before))
}

/** Stores an address, unless it is stored already. */
export const insertWaiting = async (
  transaction: Transaction,
  waiting: { prospectId: string; email: string; createdAt: Date },
): Promise<void> => {
  await transaction.insert(prospectWaiting).values(waiting).onConflictDoNothing()
}

const isUntold = isNull(prospectWaiting.toldAt)

/** Prospects that have joined and for which people are waiting. */
export const findJoined = (transaction: Transaction, now: Date): Promise<{ id: string; name: string }[]> =>
  transaction
    .select({ id: prospects.id, name: prospects.name })
    .from(prospects)
    .where(
      and(
        lte(prospects.claimedAt, now),
        exists(
          transaction
            .select({ one: sql`1` })
            .from(prospectWaiting)
            .where(and(isUntold, eq(prospectWaiting.prospectId, prospects.id))),
        ),
      ),
    )

type Waiting = { prospectId: string; email: string }

/** Locks up to `limit` addresses that wait for these prospects. Skips those that another process has locked. */
export const lockWaiting = async (
  transaction: Transaction,
  prospectIds: readonly string[],
  limit: number,
): Promise<Waiting[]> => {
  if (prospectIds.length === 0) return []
  const waiting = transaction
    .select({ prospectId: prospectWaiting.prospectId, email: prospectWaiting.email })
    .from(prospectWaiting)
    .where(and(isUntold, inArray(prospectWaiting.prospectId, [...prospectIds])))
    .limit(limit)
  return lockFreeRows('awaiting address', waiting)
}

export const markTold = async (transaction: Transaction, told: readonly Waiting[], now: Date): Promise<void> => {
  if (told.length === 0) return
  const rows = sql.join(
    told.map(({ prospectId, email }) => sql`(${prospectId}, ${email})`),
    sql`, `,
  )
  await transaction
    .update(prospectWaiting)
    .set({ toldAt: now })
    .where(sql`(${prospectWaiting.prospectId}, ${prospectWaiting.email}) in (${rows})`)
}

/** Deletes addresses that got their mail before one instant, and those that have been waiting since before another. */
export const deleteWaitingBefore = async (
  database: Database,
  { told, waiting }: { told: Date; waiting: Date },
): Promise<void> => {
  await database.delete(prospectWaiting).where(lt(prospectWaiting.toldAt, told))
  await database.delete(prospectWaiting).where(lt(prospectWaiting.createdAt, waiting))
}

/** Adds one to the visits of a day, unless the expert was deleted. */
export const addExpertVisit = async (database: Queryable, id: string, day: string): Promise<void> => {
  await database.execute(sql`
    insert into ${expertVisits} (expert_id, day, visits) select ${experts.id}, ${day}, 1 from ${experts} where ${experts.id} = ${id}
    on conflict (expert_id, day) do update set visits = ${expertVisits}.visits + 1`)
}

/** Adds one to the visits of a day, unless the prospect was deleted. */
export const addProspectVisit = async (database: Queryable, id: string, day: string): Promise<void> => {
  await database.execute(sql`
    insert into ${prospectVisits} (prospect_id, day, visits) select ${prospects.id}, ${day}, 1 from ${prospects} where ${prospects.id} = ${id}
    on conflict (prospect_id, day) do update set visits = ${prospectVisits}.visits + 1`)
}

export const deleteOldVisits = async (database: Database, before: string): Promise<void> => {
  await database.delete(expertVisits).where(lt(expertVisits.day, before))
  await database.delete(prospectVisits).where(lt(prospectVisits.day, before))
}
