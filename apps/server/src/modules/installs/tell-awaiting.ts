import { paths } from '@marketplace/contracts/pages/paths'
import { hasPage, isService } from '@marketplace/domain/visibility'
import type { Database } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Clock } from '../../core/clock.ts'
import type { CatalogueEntry, LiveCatalogue } from '../catalogue/index.ts'
import { type NewMail, type QueueMail, writeMail } from '../mail/index.ts'
import { findAwaited, markNotified, lockAwaiting } from './repository.ts'

export type NotifyAwaitingDependencies = {
  database: Database
  catalogue: LiveCatalogue
  clock: Clock
  publicUrl: string
  queueMail: QueueMail
}

const MOST_AT_ONCE = 200

/** Mails everybody who waits for an application that is published now. Each person gets one mail. */
export const notifyAwaiting = async (dependencies: NotifyAwaitingDependencies, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await notifyBatch(dependencies)) === MOST_AT_ONCE);
}

/** Resolves with the number of mails that were queued. */
const notifyBatch = ({ database, catalogue, clock, publicUrl, queueMail }: NotifyAwaitingDependencies): Promise<number> =>
  inTransaction(database, async (transaction) => {
    const now = clock.now()
    const { byId } = catalogue.current()
    // This process may not know of the newest publication yet; the next run sends those mails.
    const published = (await findAwaited(transaction)).flatMap((id) => byId.get(id) ?? []).filter((entry) => hasPage(entry, now))
    const waiting = await lockAwaiting(
      transaction,
      published.map(({ id }) => id),
      MOST_AT_ONCE,
    )
    const mails = waiting.flatMap(({ applicationId, email }) => {
      const entry = byId.get(applicationId)
      return entry ? [thereMail(entry, email, publicUrl)] : []
    })
    await queueMail(transaction, mails, now)
    await markNotified(transaction, waiting, now)
    return waiting.length
  })

const thereMail = (entry: CatalogueEntry, recipient: string, publicUrl: string): NewMail => {
  const { name, slug, shortDescription } = entry
  return writeMail({
    recipient,
    subject: `${name} is there`,
    paragraphs: [`${name} can be installed now.`, ...(shortDescription ? [shortDescription] : [])],
    link: { href: `${publicUrl}${isService(entry) ? paths.service(slug) : paths.underApps(slug)}`, text: `Look at ${name}` },
    footer: 'You get this once, because you asked to be told. Nothing else will be sent to this address for it.',
  })
}
