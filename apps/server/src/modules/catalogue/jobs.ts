import { z } from 'zod'
import type { Database } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { declareJob, type QueuedJob, type SendJob, type Worker, workerOf } from '../jobs/index.ts'
import { renderOutdatedTexts } from './render-outdated-texts.ts'

const RENDER_TEXTS = declareJob({ name: 'catalogue.render-texts', data: z.object({}), retries: 3, seconds: 3_600 })

export const CATALOGUE_JOBS: readonly QueuedJob[] = [RENDER_TEXTS]

export const catalogueWorkers = ({ database }: { database: Database }): Worker[] => [
  workerOf(RENDER_TEXTS, async (_, { signal }) => void (await renderOutdatedTexts(database, () => signal.aborted))),
]

/**
 * Sends the job that renders texts again after an upgrade of the renderer. It is called only at the start, because only a new version of
 * the server changes the renderer.
 */
export const sendRenderTexts = (database: Database, send: SendJob): Promise<void> =>
  inTransaction(database, (transaction) => send(transaction, RENDER_TEXTS, {}))
