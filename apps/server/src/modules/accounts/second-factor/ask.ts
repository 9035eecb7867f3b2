import type { Database } from '../../../db/client.ts'
import { type Answer, pageAnswer, queryText } from '../authorize/answer.ts'
import type { Query } from '../authorize/read-request.ts'
import { renderSecondStep } from '../pages/second-factor-pages.ts'
import { findApp } from './repository.ts'

export type Question = { accountId: string; step: string; query: Query }

/** The page that asks for the second factor, with what was wrong with the last try. */
export const askSecondFactor = async (
  { database, publicUrl }: { database: Database; publicUrl: string },
  { accountId, step, query }: Question,
  wrong: { error: string; status: number; waitSeconds?: number } | null = null,
): Promise<Answer> => {
  const page = renderSecondStep({
    publicUrl,
    query: queryText(query),
    inPopup: query.flow === 'button',
    step,
    hasApp: (await findApp(database, accountId)) !== null,
    error: wrong?.error ?? null,
  })
  return pageAnswer(page, wrong?.status, wrong?.waitSeconds)
}
