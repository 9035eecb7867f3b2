import { z } from 'zod'
import type { Database } from '../db/client.ts'
import { inTransaction } from '../db/transaction.ts'
import { type ProviderDependencies, readCard, setUpCard, storeCard } from '../modules/billing/index.ts'
import { declareJob, type QueuedJob, type SendJob, type Worker, workerOf } from '../modules/jobs/index.ts'
import type { Payments } from '../ports/payments.ts'
import { demoOrganizationId } from './seed-demo-step.ts'

/** The keys in accounts.json of organizations with a card. */
const WITH_CARD = ['acme']
/** The sandbox's test card, which can be used without entering it. */
const CARD = 'pm_card_visa'

const ENSURE_CARDS = declareJob({ name: 'demo.ensure-cards', data: z.object({}), retries: 20, seconds: 60 })

export const DEMO_JOBS: readonly QueuedJob[] = [ENSURE_CARDS]

export type DemoCardDependencies = ProviderDependencies & { send: SendJob }

const isKnown = async (payments: Payments, cardId: string): Promise<boolean> => {
  const card = await payments.readCard(cardId)
  if (card.kind === 'unknown') throw new Error(`the payment sandbox does not answer: ${card.reason}`)
  return card.kind === 'succeeded'
}

/**
 * Creates the demo's customers and cards at the sandbox. Does nothing if they exist; after the sandbox's folder was deleted they are
 * created again. Rejects while the sandbox does not answer, so that the job is repeated.
 */
export const ensureDemoCards = async (dependencies: DemoCardDependencies): Promise<void> => {
  const { database, payments, clock, send } = dependencies
  for (const key of WITH_CARD) {
    const organizationId = demoOrganizationId(key)
    const card = await readCard(database, organizationId)
    if (!card || (card.providerCardId !== null && (await isKnown(payments, card.providerCardId)))) continue
    const setUp = await setUpCard(dependencies, organizationId, CARD)
    if (setUp.kind !== 'saved') throw new Error(`the payment sandbox does not save the demo's card: ${setUp.kind}`)
    const who = { organizationId, accountId: null }
    await inTransaction(database, (transaction) => storeCard(transaction, send, who, setUp.card, clock.now()))
  }
}

export const demoWorkers = (dependencies: DemoCardDependencies): Worker[] => [
  workerOf(ENSURE_CARDS, () => ensureDemoCards(dependencies)),
]

/** Sends the job. Called at each start, because the sandbox's folder may have been deleted meanwhile. */
export const sendEnsureCards = (database: Database, send: SendJob): Promise<void> =>
  inTransaction(database, (transaction) => send(transaction, ENSURE_CARDS, {}))
