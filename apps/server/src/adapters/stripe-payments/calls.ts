import { assertNetworkAllowed } from '../../core/no-network.ts'
import type { Unknown } from '../../ports/payments.ts'
import { timedOut } from './outcomes.ts'

const PAGE = 100
const MAX_PAGES = 20

/** Runs one or several calls of the library. Resolves with `timedOut` after this time. */
export const runWithin = async <T, F>(
  milliseconds: number,
  work: () => Promise<T>,
  onFailure: (error: unknown) => F | Promise<F>,
): Promise<T | F | Unknown> => {
  assertNetworkAllowed('payments')
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Unknown>((resolve) => {
    timer = setTimeout(() => resolve(timedOut), milliseconds)
  })
  try {
    return await Promise.race([work().catch(onFailure), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads one page of a Stripe list. */
export const readPage = async <T extends { id: string }, S>(
  page: (after: { limit: number; starting_after?: string }) => Promise<{ data: T[]; has_more: boolean }>,
  after: string | null,
  shape: (item: T) => S,
): Promise<{ items: S[]; next: string | null }> => {
  const { data, has_more: more } = await page({ limit: PAGE, ...(after !== null && { starting_after: after }) })
  return { items: data.map(shape), next: more ? (data.at(-1)?.id ?? null) : null }
}

/** Reads all items of a Stripe list. Throws if there are too many pages, so that no item is missed silently. */
export const readAll = async <T extends { id: string }>(
  page: (after: { limit: number; starting_after?: string }) => Promise<{ data: T[]; has_more: boolean }>,
): Promise<T[]> => {
  const all: T[] = []
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const last = all.at(-1)
    const { data, has_more: more } = await page({ limit: PAGE, ...(last && { starting_after: last.id }) })
    all.push(...data)
    if (!more || data.length === 0) return all
  }
  throw new Error(`the payment provider has more than ${MAX_PAGES * PAGE} of what was asked for`)
}
