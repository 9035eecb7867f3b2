// The values that invented applications choose from. Each is frequent enough to occur in a catalogue of 200, so that pages show
// the same filters for all sizes.

/** Categories with weights: the built-in ones, and some that the catalogue adds. */
export const CATEGORY_WEIGHTS: readonly (readonly [slug: string, name: string, weight: number])[] = [
  ['e-commerce', 'E-commerce', 22],
  ['crm', 'CRM', 17],
  ['analytics', 'Analytics', 15],
  ['chatbots', 'Chatbots', 9],
  ['helpdesk', 'Help desk', 7],
  ['social-media', 'Social media', 5],
  ['files-sharing', 'Files sharing', 4],
  ['cms', 'CMS', 4],
  ['productivity', 'Productivity', 4],
  ['email-marketing', 'Email marketing', 3],
  ['invoicing', 'Invoicing', 2],
  ['lead-generation', 'Lead generation', 2],
  ['contact-management', 'Contact management', 2],
  ['developer-tools', 'Developer tools', 2],
  ['desktop-sharing', 'Desktop sharing', 2],
]

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl', 'pt', 'it', 'nl', 'ja', 'sv']
export const COUNTRIES = ['US', 'GB', 'DE', 'PL', 'FR', 'NL', 'IN', 'CA', 'ES', 'SE', 'AU', 'BR', 'IE', 'JP']
export const INDUSTRIES = [
  'Retail',
  'Food and drink',
  'Travel',
  'Education',
  'Health',
  'Finance',
  'Software',
  'Real estate',
  'Media',
  'Logistics',
]
export const COLLECTION_SLUGS = ['staff-top-picks', 'starter-pack', 'hackathon-winners', 'omnichannel-communication']
export const SCOPES = [
  'chats--all:ro',
  'chats--access:rw',
  'customers:ro',
  'agents--all:ro',
  'tickets--all:rw',
  'webhooks.configuration:rw',
  'archives--all:ro',
  'reports_read',
  'tags--all:rw',
]
export const COLOURS = ['#1f2937', '#0b6b45', '#3346d3', '#8720ed', '#b3261e', '#0f7c8f', '#c9830a']
export const PRICES = [400, 900, 1200, 1900, 2900, 4900, 9900]
