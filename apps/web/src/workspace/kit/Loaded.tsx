import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { failureWords } from '../data/failure-words.ts'

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'isFetching'>
  /** The message if loading fails. It names what could not be loaded. */
  failed: string
  /** The placeholder while loading. */
  waiting: ReactNode
  children: (value: T) => ReactNode
}

/**
 * Renders a query: a placeholder while it loads, a message if it failed, otherwise its data. If a later reload fails, the data stays. The
 * first rendering of the data is deferred, so that React does it in short pieces.
 */
export const Loaded = <T,>({ query: { data, error, refetch, isFetching }, failed, waiting, children }: Props<T>) => {
  const isLoaded = data !== undefined
  const isShown = useDeferredValue(isLoaded)
  if (isLoaded && isShown) return children(data)
  if (isLoaded || error === null || isFetching)
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
