import { DEVELOPER_SORTS, type DeveloperSort } from '@marketplace/contracts/core/enumerations'

const labels: Record<DeveloperSort, string> = {
  developerName: 'Name, A to Z',
  productsNumber: 'Most apps and services',
}

/** The sort orders of the list of developers, as options of a select. */
export const developerSorts = DEVELOPER_SORTS.map((value) => ({ value, label: labels[value] }))
