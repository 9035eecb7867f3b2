// The sign-in pages carry the query with which the person came. An empty query means that they came for their account.

/** The address at which a person signs in and then continues with the query. */
export const signInAddress = (query: string): string => (query === '' ? '/account' : `/signin?${query}`)

/** The address at which a signed-in person continues with the query. */
export const continueAddress = (query: string): string => (query === '' ? '/account' : `/?${query}`)

/** Longer queries are not kept: the person continues to their account instead. A cookie of 4,096 bytes must have room for one in base64. */
const MAX_QUERY = 3_000
export const keptQuery = (query: string): string => (query.length > MAX_QUERY ? '' : query)
