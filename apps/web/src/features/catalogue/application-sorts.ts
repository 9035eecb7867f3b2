import { APPLICATION_SORTS, type ApplicationSort } from '@marketplace/contracts/core/enumerations'

const labels: Record<ApplicationSort, string> = {
  recommended: 'Recommended',
  popularity: 'Most installed',
  published: 'Newest',
  alphabetically: 'Name, A to Z',
  price: 'Price, low to high',
}

/** The sort orders of a list of applications, as options of a select. */
export const applicationSorts = APPLICATION_SORTS.map((value) => ({ value, label: labels[value] }))
