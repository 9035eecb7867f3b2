/**
 * An address as the log may contain it. Queries hold codes, tokens and search texts, so only the presence of a query is logged.
 */
export const loggedAddress = (url: string): string => url.replace(/[?#].*$/s, '?…')
