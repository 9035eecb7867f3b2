/** Query parameters that say where a person came from. They do not change a page. */
export const TRACKING_PARAMETERS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const

export type TrackingParameter = (typeof TRACKING_PARAMETERS)[number]
