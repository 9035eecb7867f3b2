import { MOST_PREVIOUS_SECRETS } from '@marketplace/contracts/webhooks/schemas'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { addMs } from '../../../core/clock.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { newWebhookSecret } from '../delivery/sign.ts'
import { changeEndpoint, lockEndpoint } from './repository.ts'

/** How long (ms) a secret still signs after it was replaced. */
const SIGNS_ON_MS = 24 * 3_600_000

/**
 * Replaces the secret that signs an application's events. The previous secret also signs for 24 hours, even if the new one is replaced too,
 * because it is unknown which of them a receiver has. `stopPrevious` ends all earlier ones at once.
 */
export const rotateSecret = async (
  transaction: Transaction,
  caller: Caller,
  applicationId: string,
  stopPrevious: boolean,
  now: Date,
): Promise<{ secret: string; previousUntil: Date | null }> => {
  const before = await lockEndpoint(transaction, applicationId, now)
  const until = addMs(now, SIGNS_ON_MS)
  const replaced = before.isNew ? [] : [{ secret: before.secret, until: until.toISOString() }]
  const running = before.previousSecrets.filter((each) => new Date(each.until) > now)
  const previousSecrets = stopPrevious ? [] : [...replaced, ...running]
  if (previousSecrets.length > MOST_PREVIOUS_SECRETS) throw new ApiError('WEBHOOK_SECRETS_FULL')
  const secret = newWebhookSecret()
  await changeEndpoint(transaction, applicationId, { secret, previousSecrets })
  const details = { signing: previousSecrets.length + 1 }
  await recordAudit(transaction, { action: 'webhook.secret-rotated', at: now, who: caller, subject: applicationId, details })
  return { secret, previousUntil: previousSecrets.length > 0 ? until : null }
}

/** Allows events to be sent to a disabled address again. Events from the time while it was disabled have failed, and can be replayed. */
export const enableEndpoint = async (
  transaction: Transaction,
  caller: Caller,
  applicationId: string,
  now: Date,
): Promise<void> => {
  const { disabledAt } = await lockEndpoint(transaction, applicationId, now)
  if (!disabledAt) return
  await changeEndpoint(transaction, applicationId, { disabledAt: null, failingSince: null, warnings: 0 })
  await recordAudit(transaction, { action: 'webhook.enabled', at: now, who: caller, subject: applicationId })
}
