import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import { isSearchable, SEARCH_STALLED_MS, searchText } from '@marketplace/contracts/search/limits'
import type { AnswerCache } from './answer-cache.ts'

export type SearchState = {
  /** What is shown. While the next one is on its way it answers an earlier text. */
  answer: SearchAnswer | null
  /** `waiting` for less than SEARCH_STALLED_MS, then `stalled`, until what was typed last is answered. */
  status: 'settled' | 'waiting' | 'stalled' | 'failed'
}

const NOTHING: SearchState = { answer: null, status: 'settled' }

type Options = { ask: (text: string, signal: AbortSignal) => Promise<SearchAnswer>; cache: AnswerCache }

/** What one field asks while somebody types: the last text wins, whatever order the answers come in. */
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
    // A key more does not begin the wait anew: somebody who types on waits for the first answer all the while.
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
    /** Asks again for what has failed. */
    retry: () => search(text),
    /** Nobody looks any more. */
    stop: () => search(''),
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
