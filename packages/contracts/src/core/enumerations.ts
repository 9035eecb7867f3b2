// Enumerations of the catalogue. The names on screens are in docs/product/catalogue.md.

/** Products an application can be made for. */
export const PRODUCTS = ['livechat', 'helpdesk'] as const
export type Product = (typeof PRODUCTS)[number]

/** Review statuses of an application. They follow from its timestamps: docs/product/catalogue.md, Publication. */
export const PUBLICATION_STATUSES = ['IN_DEVELOPMENT', 'IN_REVIEW', 'ACCEPTED', 'PUBLISHED'] as const
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number]

/** Where a widget of an application appears in the host product. */
export const PLACEMENTS = ['plugin', 'settings', 'fullscreen', 'messagebox', 'targeted-message', 'reports'] as const
export type Placement = (typeof PLACEMENTS)[number]

/** The name of a placement on screens. */
export const PLACEMENT_LABELS: Readonly<Record<Placement, string>> = {
  'targeted-message': 'Campaigns',
  fullscreen: 'Navigation',
  messagebox: 'Message Box',
  plugin: 'Details (Chats or Tickets)',
  settings: 'Settings',
  reports: 'Reports',
}

/** How often a price is charged. */
export const PAYMENT_FREQUENCIES = ['once', 'monthly', 'hourly'] as const
export type PaymentFrequency = (typeof PAYMENT_FREQUENCIES)[number]

export const BILLING_CYCLES = ['pay-once', 'pay-monthly', 'pay-yearly'] as const
export type BillingCycle = (typeof BILLING_CYCLES)[number]

export const PRICING_TYPES = ['per-agent', 'per-organization'] as const
export type PricingType = (typeof PRICING_TYPES)[number]

/** Values of sortBy on lists of applications; the first one is the default. */
export const APPLICATION_SORTS = ['recommended', 'popularity', 'published', 'alphabetically', 'price'] as const
export type ApplicationSort = (typeof APPLICATION_SORTS)[number]

export const DEVELOPER_SORTS = ['developerName', 'productsNumber'] as const
export type DeveloperSort = (typeof DEVELOPER_SORTS)[number]

export const PAYMENT_FILTERS = ['free', 'once', 'monthly-per-organization', 'monthly-per-account', 'hourly'] as const
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number]

/** The values of the payment filter with their names on screens. */
export const PAYMENT_LABELS: Readonly<Record<PaymentFilter, string>> = {
  free: 'Free',
  once: 'One-time',
  'monthly-per-organization': 'Recurrent per license',
  'monthly-per-account': 'Recurrent per agent',
  hourly: 'Hourly',
}

export const SERVICE_TYPES = ['training', 'product_implementation', 'other'] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

export const SERVICE_TYPE_LABELS: Readonly<Record<ServiceType, string>> = {
  training: 'Training',
  product_implementation: 'Product implementation',
  other: 'Other',
}

export const AUTHORIZATION_CLIENT_TYPES = ['server_side_app', 'javascript_app'] as const

/** Tags that put an application among the highlights of the home page: docs/product/catalogue.md, Collections. */
export const HIGHLIGHT_TAGS = ['app-of-the-week', 'monthly-highlights', 'app-of-the-month', 'app-of-the-month-right'] as const
export type HighlightTag = (typeof HIGHLIGHT_TAGS)[number]

/** The most applications among the highlights of the home page. */
export const HIGHLIGHTS_LIMIT = 6

/** Categories that every marketplace has. lead-generation is missing, because its id depends on the environment: see leadGenerationId. */
export const CATEGORIES = [
  { id: 2, slug: 'cms', name: 'CMS' },
  { id: 3, slug: 'e-commerce', name: 'E-commerce' },
  { id: 4, slug: 'email-marketing', name: 'Email marketing' },
  { id: 5, slug: 'crm', name: 'CRM' },
  { id: 6, slug: 'helpdesk', name: 'Help desk' },
  { id: 7, slug: 'files-sharing', name: 'Files sharing' },
  { id: 8, slug: 'social-media', name: 'Social media' },
  { id: 9, slug: 'invoicing', name: 'Invoicing' },
  { id: 10, slug: 'contact-management', name: 'Contact management' },
  { id: 11, slug: 'analytics', name: 'Analytics' },
  { id: 12, slug: 'desktop-sharing', name: 'Desktop sharing' },
  { id: 13, slug: 'chatbots', name: 'Chatbots' },
] as const

/** The lowest id of a category that an import creates. */
export const FIRST_IMPORTED_CATEGORY_ID = 100

/** The id of the category lead-generation: it differs between production and other environments, docs/product/catalogue.md, Categories. */
export const leadGenerationId = (production: boolean): 14 | 15 => (production ? 14 : 15)
export const LEAD_GENERATION = { slug: 'lead-generation', name: 'Lead generation' } as const
