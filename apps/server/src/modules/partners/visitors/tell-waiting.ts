import { BRAND } from '@marketplace/contracts/core/brand'
import { paths } from '@marketplace/contracts/pages/paths'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Clock } from '../../../core/clock.ts'
import { type NewMail, type QueueMail, writeMail } from '../../mail/index.ts'
import type { LivePartners } from '../live/live-partners.ts'
import type { VisitorQuota } from './visitor-quota.ts'
import { findJoined, holdProspect, insertWaiting, lockWaiting, markTold } from './repository.ts'

/** Stores an address until a prospect joins. Returns the seconds to wait; the address is stored only if that is 0. */
export const joinWaitingList = async (
  { database, clock, quota }: { database: Database; clock: Clock; quota: VisitorQuota },
  { prospectId, email }: { prospectId: string; email: string },
  site: string,
): Promise<number> => {
  const now = clock.now()
  const wait = quota.take([site], now)
  if (wait > 0) return wait
  try {
    await inTransaction(database, async (transaction) => {
      const prospect = await holdProspect(transaction, prospectId)
      if (!prospect) throw new ApiError('PROSPECT_NOT_FOUND')
      if (prospect.claimedAt !== null) throw new ApiError('PROSPECT_CLAIMED')
      await insertWaiting(transaction, { prospectId, email, createdAt: now })
    })
    return 0
  } catch (error) {
    quota.giveBack([site], now)
    throw error
  }
}

export type TellDependencies = {
  database: Database
  partners: LivePartners
  clock: Clock
  publicUrl: string
  queueMail: QueueMail
}

const MOST_AT_ONCE = 200

/** Mails everybody who waits for a prospect that has joined. Each person gets one mail. */
export const tellWaiting = async (dependencies: TellDependencies, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await tellBatch(dependencies)) === MOST_AT_ONCE);
}

/** Resolves with the number of mails that were queued. */
const tellBatch = ({ database, partners, clock, publicUrl, queueMail }: TellDependencies): Promise<number> =>
  inTransaction(database, async (transaction) => {
    const now = clock.now()
    const joined = new Map((await findJoined(transaction, now)).map((prospect) => [prospect.id, prospect.name]))
    const waiting = await lockWaiting(transaction, [...joined.keys()], MOST_AT_ONCE)
    const mails = waiting.map(({ prospectId, email }) => {
      // An expert keeps the id that it had as a prospect.
      const expert = partners.current().expertById.get(prospectId)
      const path = expert ? paths.expert(expert.slug) : paths.partners()
      return joinedMail(joined.get(prospectId) ?? '', email, `${publicUrl}${path}`)
    })
    await queueMail(transaction, mails, now)
    await markTold(transaction, waiting, now)
    return waiting.length
  })

const joinedMail = (name: string, recipient: string, href: string): NewMail =>
  writeMail({
    recipient,
    subject: `${name} has joined`,
    paragraphs: [`${name} is one of our partner experts now.`],
    link: { href, text: `Look at the partner experts of the ${BRAND.marketplace}` },
    footer: 'You get this once, because you asked to be told. Nothing else will be sent to this address for it.',
  })
