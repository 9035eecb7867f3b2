import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import { isSearchable, SEARCH_STALLED_MS, searchText } from '@marketplace/contracts/search/limits'
import type { AnswerCache } from './answer-cache.ts'

export type SearchState = {
  /** The answer that is shown. While the next one loads, it belongs to an earlier text. */
  answer: SearchAnswer | null
  /** `waiting` turns into `stalled` after SEARCH_STALLED_MS, until the last text is answered. */
  status: 'settled' | 'waiting' | 'stalled' | 'failed'
}

const NOTHING: SearchState = { answer: null, status: 'settled' }

type Options = { ask: (text: string, signal: AbortSignal) => Promise<SearchAnswer>; cache: AnswerCache }

/** The requests of one search field. The answer to the last text is shown, in whatever order the answers arrive. */
export const createSearchSession = ({ ask, cache }: Options) => {
  let state = NOTHING
  let text = ''
  let asking: AbortController | null = null
  let stalling: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const become = (next: SearchState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const settle = (next: SearchState): void => {
    clearTimeout(stalling)
    stalling = undefined
    asking = null
    become(next)
  }

  const request = async (): Promise<void> => {
    const own = new AbortController()
    asking = own
    // Another letter does not restart the timer: while the person keeps typing, they are still waiting for the first answer.
    stalling ??= setTimeout(() => become({ ...state, status: 'stalled' }), SEARCH_STALLED_MS)
    if (state.status !== 'stalled') become({ ...state, status: 'waiting' })
    try {
      const asked = text
      const answer = await ask(asked, own.signal)
      cache.keep(asked, answer)
      if (asking === own) settle({ answer, status: 'settled' })
    } catch {
      if (asking === own) settle({ answer: null, status: 'failed' })
    }
  }

  const search = (typed: string): void => {
    const next = searchText(typed)
    if (next === text && state.status !== 'failed') return
    text = next
    asking?.abort()
    const known = isSearchable(text) ? cache.read(text) : null
    if (known) settle({ answer: known, status: 'settled' })
    else if (isSearchable(text)) void request()
    else settle(NOTHING)
  }

  return {
    search,
    /** Repeats a failed request. */
    retry: () => search(text),
    /** Stops the requests, when the suggestions are closed. */
    stop: () => search(''),
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
