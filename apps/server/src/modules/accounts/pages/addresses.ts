// Pages of the sign-in carry the query of what the person came for. An empty query means that they came for their account.

/** Where somebody signs in and then continues with the query. */
export const signInAddress = (query: string): string => (query === '' ? '/account' : `/signin?${query}`)

/** Where somebody who is signed in continues with the query. */
export const continueAddress = (query: string): string => (query === '' ? '/account' : `/?${query}`)

/** Longer queries are not stored: the person continues to their account instead. */
const MAX_QUERY = 4_000
export const keptQuery = (query: string): string => (query.length > MAX_QUERY ? '' : query)
