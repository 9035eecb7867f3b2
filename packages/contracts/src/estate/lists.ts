/** What the list of installed applications is sorted by. */
export const ESTATE_SORTS = ['name', 'installed', 'monthly', 'used', 'renewal'] as const

/** What the list of installed applications can show only. */
export const ESTATE_FILTERS = ['unused', 'trial', 'paid', 'overlaps', 'consent', 'list'] as const
export type EstateFilter = (typeof ESTATE_FILTERS)[number]

/** The kinds of what is done in an organization. */
export const ACTIVITY_KINDS = ['applications', 'access', 'purchases', 'people', 'rules'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]
