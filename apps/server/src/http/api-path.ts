/** Whether an address belongs to an API, where nothing is a page and every origin may ask. */
export const isApiPath = (url: string): boolean => /^\/(?:api|billing|search\/1|openapi\.json)(?:[/?]|$)/.test(url)
