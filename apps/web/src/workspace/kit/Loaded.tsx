import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { failureWords } from '../data/failure-words.ts'

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>
  /** What is said when it fails: what could not be loaded. */
  failed: string
  /** The shape of what comes. */
  waiting: ReactNode
  children: (value: T) => ReactNode
}

/** What was asked for: its shape while it is on the way, what happened where it failed, and then itself. What is there stays when a later look fails. */
export const Loaded = <T,>({ query: { data, error, refetch, isFetching }, failed, waiting, children }: Props<T>) => {
  if (data !== undefined) return children(data)
  if (error === null || isFetching)
    return (
      <div role="status">
        <span className="sr-only">Loading</span>
        {waiting}
      </div>
    )
  const { reason, advice } = failureWords(error)
  return (
    <LoadFailure title={failed} onRetry={() => void refetch()}>
      {reason} Nothing of yours was changed or lost. {advice}
    </LoadFailure>
  )
}
