import { z } from 'zod'
import { BRAND } from '@marketplace/contracts/core/brand'
import { addSeconds, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { hashSecret, newSecret } from '../../clients/index.ts'
import { declareJob } from '../../jobs/index.ts'
import { type QueueMail, writeMail } from '../../mail/index.ts'
import { findCredentials, lockPassword } from '../people/repository.ts'
import { findReset, keepResetLink } from './repository.ts'

export type SendResetDeps = { database: Database; clock: Clock; queueMail: QueueMail; accountsUrl: string }

export const RESET_MINUTES = 30

export const SEND_RESET = declareJob({
  name: 'accounts.send-reset',
  data: z.object({ resetId: z.string() }),
  retries: 5,
  seconds: 60,
})

/**
 * Mails the link to the account with this e-mail. Does nothing if there is no account, or if the link was mailed before. Runs as a job, so
 * that the form is answered in the same time for an e-mail without an account.
 */
export const sendReset = ({ database, clock, queueMail, accountsUrl }: SendResetDeps, id: string): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const now = clock.now()
    const asked = await findReset(transaction, id)
    const account = asked && (await findCredentials(transaction, asked.email))
    if (!account?.passwordHash) return
    await lockPassword(transaction, account.id)
    const reset = await findReset(transaction, id)
    if (!reset || reset.tokenHash !== null || reset.expiresAt <= now) return
    const secret = newSecret()
    const [mailId = null] = await queueMail(
      transaction,
      [
        writeMail({
          recipient: account.email,
          subject: `Set a new password (${BRAND.marketplace})`,
          paragraphs: [
            `Hello ${account.name},`,
            `a new password was requested for your account. The link works once, within ${RESET_MINUTES} minutes.`,
          ],
          link: { href: `${accountsUrl}/reset?${new URLSearchParams({ token: secret })}`, text: 'Set a new password' },
          footer: 'If you did not request it, there is nothing to do: your password stays the same.',
        }),
      ],
      now,
    )
    const link = {
      accountId: account.id,
      tokenHash: hashSecret(secret),
      passwordProof: hashSecret(account.passwordHash),
      mailId,
      expiresAt: addSeconds(now, RESET_MINUTES * 60),
    }
    await keepResetLink(transaction, id, link)
    const who = { accountId: account.id, organizationId: account.organizationId }
    await recordAudit(transaction, { action: 'account.password-reset-asked', at: now, who, subject: account.id })
  })
