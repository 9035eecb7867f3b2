/** The sort orders of the list of installed applications. */
export const ESTATE_SORTS = ['name', 'installed', 'monthly', 'used', 'renewal'] as const

/** The filters of the list of installed applications. */
export const ESTATE_FILTERS = ['unused', 'trial', 'paid', 'overlaps', 'consent', 'list'] as const
export type EstateFilter = (typeof ESTATE_FILTERS)[number]

/** The kinds of activity in an organization's audit. */
export const ACTIVITY_KINDS = ['applications', 'access', 'purchases', 'people', 'rules'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]
