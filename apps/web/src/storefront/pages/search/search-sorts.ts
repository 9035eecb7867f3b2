import { applicationSorts } from '../../../features/catalogue/application-sorts.ts'

/** The orders of search results, as a person chooses them. */
export const searchSorts = [{ value: 'relevance', label: 'Relevance' }, ...applicationSorts]
