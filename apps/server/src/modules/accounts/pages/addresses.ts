// The sign-in pages keep the query of the address at which the person arrived, to continue with it later. If the query is empty, the person
// continues to their account.

/** The address at which a person signs in and then continues with the query. */
export const signInAddress = (query: string): string => (query === '' ? '/account' : `/signin?${query}`)

/** The address at which a signed-in person continues with the query. */
export const continueAddress = (query: string): string => (query === '' ? '/account' : `/?${query}`)

/**
 * The maximum length of a stored query. With a longer one the person continues to their account instead. A cookie of 4,096 bytes must have
 * room for it in base64.
 */
const MAX_QUERY = 3_000
export const keptQuery = (query: string): string => (query.length > MAX_QUERY ? '' : query)
