/**
 * Meta descriptions by an application's id or slug (specification, section 2), for those whose short description does not sell
 * them to a search engine. What is not here falls back to the short description.
 */
export const MARKETING_DESCRIPTIONS: Readonly<Record<string, string>> = {}
