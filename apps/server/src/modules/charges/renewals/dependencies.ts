import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import type { QueueMail } from '../../mail/index.ts'
import type { TellApplication } from '../../webhooks/index.ts'

/** The dependencies of renewals that are needed inside of a payment's transactions. */
export type TellDependencies = { queueMail: QueueMail; publicUrl: string; tellApplication: TellApplication }
export type RenewalDependencies = TellDependencies & { database: Database; clock: Clock }
