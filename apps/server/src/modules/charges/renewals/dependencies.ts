import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import type { QueueMail } from '../../mail/index.ts'
import type { TellApplication } from '../../webhooks/index.ts'

/** The dependencies of renewals, also within the transactions of a payment. */
export type TellDependencies = { queueMail: QueueMail; publicUrl: string; tellApplication: TellApplication }
export type RenewalDependencies = TellDependencies & { database: Database; clock: Clock }
