import { applicationSorts } from '../../../features/catalogue/application-sorts.ts'

/** The sort orders of search results, as options of a select. */
export const searchSorts = [{ value: 'relevance', label: 'Relevance' }, ...applicationSorts]
