/** Parameters that say where a person came from and nothing about a page (specification, section 3, "Tracking parameters kept"). */
export const TRACKING_PARAMETERS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term']
