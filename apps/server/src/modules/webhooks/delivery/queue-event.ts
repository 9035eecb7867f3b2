import type { OrganizationId } from '../../../core/caller.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { SendJob } from '../../jobs/index.ts'
import { SEND_EVENT } from './jobs.ts'
import { findReceiver, insertEvent, takeSequence } from './repository.ts'

/** An event for an application: docs/product/webhooks.md. */
export type ApplicationEvent = {
  applicationId: string
  organizationId: OrganizationId
  /** Null if no person caused the event, such as a renewal. */
  accountId: string | null
} & (
  | { event: 'application_installed' | 'application_uninstalled'; payload: { applicationID: string } }
  | { event: 'payment_trialstarted' | 'payment_cancelled' | 'payment_declined'; payload: { paymentID: string } }
  | { event: 'payment_activated'; payload: { paymentID: string; quantity: number } }
  | { event: 'payment_collected'; payload: { paymentID: string; total: number } }
)

/** Queues an event for an application; it is sent after the commit. Does nothing for an application without an address for events. */
export type TellApplication = (transaction: Transaction, event: ApplicationEvent, now: Date) => Promise<void>

const receivers = new WeakMap<Transaction, Map<string, ReturnType<typeof findReceiver>>>()

/** The receiver of an application, looked up once in a transaction for all its events. */
const receiverOf = (transaction: Transaction, applicationId: string, organizationId: OrganizationId) => {
  const found = receivers.get(transaction) ?? new Map<string, ReturnType<typeof findReceiver>>()
  receivers.set(transaction, found)
  const key = `${applicationId} ${organizationId}`
  const receiver = found.get(key) ?? findReceiver(transaction, applicationId, organizationId)
  found.set(key, receiver)
  return receiver
}

/** After this time (ms), the job of an event counts as lost. */
export const LOST_AFTER_MS = 120_000

export const applicationTeller =
  ({ send }: { send: SendJob }): TellApplication =>
  async (transaction, { applicationId, organizationId, accountId, event, payload }, now) => {
    const receiver = await receiverOf(transaction, applicationId, organizationId)
    if (!receiver) return
    const sequence = await takeSequence(transaction, applicationId, now)
    const body = JSON.stringify({
      applicationID: applicationId,
      applicationName: receiver.name,
      clientID: receiver.clientId,
      date: now.toISOString(),
      event,
      licenseID: receiver.licenseId,
      organizationID: organizationId,
      payload,
      userID: accountId,
    })
    const dueAt = new Date(now.getTime() + LOST_AFTER_MS)
    const eventId = await insertEvent(transaction, { applicationId, sequence, event, body, createdAt: now, dueAt })
    await send(transaction, SEND_EVENT, { eventId })
  }
