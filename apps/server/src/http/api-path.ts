/** Whether an address belongs to an API, where nothing is a page and every origin may ask. */
export const isApiPath = (url: string): boolean => /^\/(?:api|billing|search\/1|openapi\.json)(?:[/?]|$)/.test(url)

/** Whether it belongs to the hosted index's protocol, which has failures of its own shape. */
export const isSearchPath = (url: string): boolean => /^\/search\/1(?:[/?]|$)/.test(url)
