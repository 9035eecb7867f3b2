/** Whether an address belongs to an API: no pages there, and CORS for every origin. */
export const isApiPath = (url: string): boolean => /^\/(?:api|billing\/v3|search\/1|openapi\.json)(?:[/?]|$)/.test(url)

/** Whether an address belongs to the search protocol of hosted indexes, which has its own shape of errors. */
export const isSearchPath = (url: string): boolean => /^\/search\/1(?:[/?]|$)/.test(url)
