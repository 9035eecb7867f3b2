import { CallError } from '@marketplace/contracts/api/client'

// The messages about ratings. Browser tests compare their exact text.

export const RATED = 'Thank you for rating this app.'
/** The duration (ms) of the toast after a rating. Its text is short, so it disappears sooner than others. */
export const RATED_MS = 2000

const detailOf = (error: unknown): string => {
  if (!(error instanceof CallError)) return ''
  return ` ${error.fields[0]?.message ?? error.message}`
}

export const ratingFailure = (error: unknown): string =>
  `Unable to rate this app, please try again or contact our support.${detailOf(error)}`

export const changeFailure = (error: unknown): string => (error instanceof Error ? error.message : 'Unknown error')
