/** An address as the log may have it. Queries hold codes, tokens and what people search for: the log only says that there was one. */
export const loggedAddress = (url: string): string => url.replace(/[?#].*$/s, '?…')
