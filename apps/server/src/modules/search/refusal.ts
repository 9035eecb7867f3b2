import type { ErrorCode } from '@marketplace/contracts/core/errors'
import { ApiError } from '../../core/api-error.ts'
import { type RefusalReason, SearchRefused } from '../../ports/search.ts'

const CODES: Readonly<Record<RefusalReason, ErrorCode>> = {
  malformed: 'INVALID_PARAMETERS',
  'no-index': 'INDEX_NOT_FOUND',
  unavailable: 'SEARCH_UNAVAILABLE',
  'too-many': 'TOO_MANY_REQUESTS',
  busy: 'SEARCH_UNAVAILABLE',
}

/** Searches that are waiting now are done in about a second. */
export const RETRY_AFTER = { 'retry-after': '1' }

/** Whether a search was refused because its caller has too many waiting. Other callers may still get an answer. */
export const isOfOneAsker = (error: unknown): boolean =>
  error instanceof SearchRefused && (error.reason === 'too-many' || error.reason === 'busy')

/** The HTTP error of a refused search; null for any other failure. */
export const searchApiError = (error: unknown): { error: ApiError; headers: Readonly<Record<string, string>> } | null =>
  error instanceof SearchRefused
    ? {
        error: new ApiError(CODES[error.reason], { reason: error.message }),
        headers: isOfOneAsker(error) ? RETRY_AFTER : {},
      }
    : null
